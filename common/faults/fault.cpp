#include "common/faults/fault.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"

namespace ldfi {
namespace {

struct Written {
  const std::vector<std::string>& nodes;
  std::string operator()(NodeId node) const { return word_or_quoted(nodes.at(node.index())); }
  std::string operator()(Time time) const { return std::to_string(time.tick()); }
};

}  // namespace

const char* excludes(const Fault& one, const Fault& other) {
  if (const auto* a = std::get_if<Crash>(&one), *b = std::get_if<Crash>(&other); a && b) {
    return a->node == b->node ? "a node crashes at most once" : nullptr;
  }
  if (const auto* a = std::get_if<Outage>(&one), *b = std::get_if<Outage>(&other); a && b) {
    return a->node == b->node && b->down <= a->up()
               ? "a node crashes again only after it has run for a tick"
               : nullptr;
  }
  return of_node(one) && of_node(other) ? "crashes of two models" : nullptr;
}

bool redundant(const Fault& fault, const Fault& other) {
  const auto* lost = std::get_if<Omission>(&fault);
  return lost != nullptr && of_node(other) && loses(other, {lost->from, lost->to, lost->sent});
}

bool admits(const Fspec& fspec, const Fault& fault) {
  return std::visit([&](const auto& f) { return admits(fspec, f); }, fault);
}

std::string to_text(const Fault& fault, const std::vector<std::string>& nodes) {
  return std::visit(
      [&](const auto& f) {
        std::string out;
        if constexpr (requires { arguments(f, out); }) {
          out = arguments(f, Written{nodes}(f.node));
        } else {
          f.members(f, [&](const auto& member) {
            out += (out.empty() ? "" : ",") + Written{nodes}(member);
          });
        }
        return fmt::format("{}({})", f.letter, out);
      },
      fault);
}

std::string in_words(const Fault& fault, const Fspec& fspec) {
  return std::visit([&](const auto& f) { return in_words(f, fspec); }, fault);
}

std::string as_cause(const Fault& fault, const Fspec& fspec) {
  return std::visit([&](const auto& f) { return as_cause(f, fspec); }, fault);
}

}  // namespace ldfi
