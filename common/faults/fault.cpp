#include "common/faults/fault.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {
namespace {

struct Written {
  const Names& names;
  std::string operator()(NodeId node) const { return word_or_quoted(names.nodes.at(node.index())); }
  std::string operator()(NamedId relation) const {
    return word_or_quoted(names.relations.at(relation.index()));
  }
  std::string operator()(Time time) const { return std::to_string(time.tick()); }
};

}  // namespace

Names::Names(const Fspec& fspec) : nodes(fspec.nodes()), relations(fspec.named()) {}
Names::Names(const FspecParameters& fspec)
    : nodes(fspec.nodes),
      relations(fspec.delays.by_relation ? fspec.delays.relations : fspec.disk.relations) {}

bool opens(const Fault& fault, const Channel& channel) {
  const auto* failed = std::get_if<FailedWrite>(&fault);
  if (failed != nullptr) return failed->opens(channel);
  return state_of(fault, channel.from, channel.sent) != NodeState::up;
}

bool makes(const Fault& fault, const FaultFact& fact) {
  switch (fact.kind) {
    case FaultFact::Kind::crash:
    case FaultFact::Kind::restart:
    case FaultFact::Kind::corrupted:
    case FaultFact::Kind::writeback:
    case FaultFact::Kind::late:
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
    case FaultFact::Kind::corrupt:
      break;
  }
  if (const auto* dead = std::get_if<DeadDisk>(&fault)) return dead->reports(fact);
  if (const auto* damage = std::get_if<Corruption>(&fault)) return damage->reports(fact);
  const auto* failed = std::get_if<FailedWrite>(&fault);
  return failed != nullptr && failed->reports(fact);
}

int lateness(const Fault& fault) {
  if (const auto* delay = std::get_if<Delay>(&fault)) return delay->late;
  const auto* duplicate = std::get_if<Duplicate>(&fault);
  return duplicate == nullptr ? 0 : duplicate->late;
}

std::optional<NodeId> crashed_node(const Fault& fault) {
  if (const auto* crash = std::get_if<Crash>(&fault)) return crash->node;
  if (const auto* outage = std::get_if<Outage>(&fault)) return outage->node;
  return std::nullopt;
}

namespace {

/// A function of exactly these kinds: faults of any kinds would do, too, and ask again.
template <class One, class Other>
concept Excluding = requires {
  static_cast<const char* (*)(const One&, const Other&)>(excludes);
};
template <class One, class Other>
concept MakingIdle = requires {
  static_cast<bool (*)(const One&, const Other&)>(redundant);
};

}  // namespace

const char* excludes(const Fault& one, const Fault& other) {
  return std::visit(
      []<class One, class Other>(const One& a, const Other& b) -> const char* {
        if constexpr (Excluding<One, Other>) return excludes(a, b);
        return nullptr;
      },
      one, other);
}

bool redundant(const Fault& fault, const Fault& other) {
  const auto lost_anyway = [&](const auto* messages) {
    return messages->from != messages->to && !is_omission(other) && !is_late(other) &&
           loses(other, {messages->from, messages->to, messages->sent});
  };
  if (const auto* lost = std::get_if<Omission>(&fault)) return lost_anyway(lost);
  if (const auto* delay = std::get_if<Delay>(&fault)) return lost_anyway(delay);
  if (const auto* twice = std::get_if<Duplicate>(&fault)) return lost_anyway(twice);
  return std::visit(
      []<class One, class Other>(const One& a, const Other& b) {
        if constexpr (MakingIdle<One, Other>) return redundant(a, b);
        return false;
      },
      fault, other);
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
