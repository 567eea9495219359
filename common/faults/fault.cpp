#include "common/faults/fault.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {
namespace {

struct Written {
  const Names& names;
  std::string operator()(NodeId node) const { return word_or_quoted(names.nodes.at(node.index())); }
  std::string operator()(Time time) const { return std::to_string(time.tick()); }
};

}  // namespace

Names::Names(const Fspec& fspec) : nodes(fspec.nodes()), stored(fspec.stored()) {}
Names::Names(const FspecParameters& fspec) : nodes(fspec.nodes), stored(fspec.disk.relations) {}

bool opens(const Fault& fault, const Channel& channel) {
  const auto* failed = std::get_if<FailedWrite>(&fault);
  if (failed != nullptr) return failed->opens(channel);
  return state_of(fault, channel.from, channel.sent) != NodeState::up;
}

bool makes(const Fault& fault, const FaultFact& fact) {
  switch (fact.kind) {
    case FaultFact::Kind::crash:
    case FaultFact::Kind::restart:
      return fact_of(fault) == fact;
    case FaultFact::Kind::down:
      return state_of(fault, fact.node, fact.at) > NodeState::paused;
    case FaultFact::Kind::paused:
      return state_of(fault, fact.node, fact.at) == NodeState::paused;
    case FaultFact::Kind::quiet: {
      const auto* outage = std::get_if<Outage>(&fault);
      const bool mutes = outage != nullptr && outage->node == fact.node && outage->at == fact.at;
      return mutes || state_of(fault, fact.node, fact.at) != NodeState::up;
    }
    case FaultFact::Kind::ioerror:
      break;
  }
  const auto* failed = std::get_if<FailedWrite>(&fault);
  return failed != nullptr && failed->reports(fact);
}

std::optional<NodeId> crashed_node(const Fault& fault) {
  if (const auto* crash = std::get_if<Crash>(&fault)) return crash->node;
  if (const auto* outage = std::get_if<Outage>(&fault)) return outage->node;
  return std::nullopt;
}

const char* excludes(const Fault& one, const Fault& other) {
  if (const auto* a = std::get_if<Crash>(&one), *b = std::get_if<Crash>(&other); a && b) {
    return a->node == b->node ? "a node crashes at most once" : nullptr;
  }
  if (const auto* a = std::get_if<Outage>(&one), *b = std::get_if<Outage>(&other); a && b) {
    return a->node == b->node && b->down <= a->up()
               ? "a node crashes again only after it has run for a tick"
               : nullptr;
  }
  if (const auto* a = std::get_if<Partition>(&one), *b = std::get_if<Partition>(&other); a && b) {
    return a->from <= b->until.next() && b->from <= a->until.next()
               ? "between two partitions, there is a tick without any"
               : nullptr;
  }
  if (const auto* pause = std::get_if<Pause>(&other)) {
    if (const auto* a = std::get_if<Pause>(&one)) return excludes(*a, *pause);
    const auto* outage = std::get_if<Outage>(&one);
    return outage != nullptr ? excludes(*outage, *pause) : nullptr;
  }
  if (const auto* failed = std::get_if<FailedWrite>(&other)) {
    if (const auto* a = std::get_if<FailedWrite>(&one)) return excludes(*a, *failed);
    if (const auto* pause = std::get_if<Pause>(&one)) return excludes(*pause, *failed);
    const auto* outage = std::get_if<Outage>(&one);
    return outage != nullptr ? excludes(*outage, *failed) : nullptr;
  }
  return crashed_node(one) && crashed_node(other) ? "crashes of two models" : nullptr;
}

bool redundant(const Fault& fault, const Fault& other) {
  if (const auto* failed = std::get_if<FailedWrite>(&fault)) {
    if (const auto* pause = std::get_if<Pause>(&other)) return redundant(*failed, *pause);
    const auto* outage = std::get_if<Outage>(&other);
    return outage != nullptr && redundant(*failed, *outage);
  }
  const auto* lost = std::get_if<Omission>(&fault);
  return lost != nullptr && !is_omission(other) && loses(other, {lost->from, lost->to, lost->sent});
}

bool admits(const Fspec& fspec, const Fault& fault) {
  return std::visit([&](const auto& f) { return admits(fspec, f); }, fault);
}

std::string to_text(const Fault& fault, const Names& names) {
  return std::visit(
      [&](const auto& f) {
        std::string out;
        if constexpr (requires { arguments(f, names); }) {
          out = arguments(f, names);
        } else if constexpr (requires { arguments(f, names.nodes); }) {
          out = arguments(f, names.nodes);
        } else {
          f.members(f, [&](const auto& member) {
            out += (out.empty() ? "" : ",") + Written{names}(member);
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
