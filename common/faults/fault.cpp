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

bool loses(const Fault& fault, const Channel& channel) {
  const Losses l = losses(fault);
  return l.from == channel.from && (!l.to || *l.to == channel.to) && l.first <= channel.sent &&
         channel.sent <= l.last;
}

const char* excludes(const Fault& one, const Fault& other) {
  const auto* a = std::get_if<Crash>(&one);
  const auto* b = std::get_if<Crash>(&other);
  return a != nullptr && b != nullptr && a->node == b->node ? "a node crashes at most once"
                                                            : nullptr;
}

bool redundant(const Fault& fault, const Fault& other) {
  const auto* lost = std::get_if<Omission>(&fault);
  return lost != nullptr && !std::holds_alternative<Omission>(other) &&
         loses(other, {lost->from, lost->to, lost->sent});
}

bool admits(const Fspec& fspec, const Fault& fault) {
  return std::visit([&](const auto& f) { return admits(fspec, f); }, fault);
}

std::string to_text(const Fault& fault, const std::vector<std::string>& nodes) {
  return std::visit(
      [&](const auto& f) {
        std::string out;
        f.members(f, [&](const auto& member) {
          out += (out.empty() ? "" : ",") + Written{nodes}(member);
        });
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
