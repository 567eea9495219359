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
  return std::visit(
      [&](const auto& f) {
        if constexpr (requires { f.opens(channel); }) return f.opens(channel);
        return state_of(f, channel.from, channel.sent) != NodeState::up;
      },
      fault);
}

bool makes(const Fault& fault, const FaultFact& fact) {
  const auto one = [&]<class Kind>(const Kind& f) {
    const NodeState state = state_of(f, fact.node, fact.at);
    switch (fact.kind) {
      case FaultFact::Kind::down:
        return state > NodeState::paused;
      case FaultFact::Kind::paused:
        return state == NodeState::paused;
      case FaultFact::Kind::quiet:
        if constexpr (requires { f.mutes(fact.node, fact.at); }) {
          return state != NodeState::up || f.mutes(fact.node, fact.at);
        }
        return state != NodeState::up;
      default:
        if constexpr (requires { f.reports(fact); }) return f.reports(fact) || fact_of(f) == fact;
        return fact_of(f) == fact;
    }
  };
  return std::visit(one, fault);
}

int lateness(const Fault& fault) {
  return std::visit(
      [](const auto& f) {
        if constexpr (requires { f.late; }) return f.late;
        return 0;
      },
      fault);
}

std::optional<NodeId> crashed_node(const Fault& fault) {
  if (const auto* crash = std::get_if<Crash>(&fault)) return crash->node;
  if (const auto* outage = std::get_if<Outage>(&fault)) return outage->node;
  return std::nullopt;
}

namespace {

/// True if a function excludes() exists for exactly these two kinds. The general functions for two
/// faults of any kind would also accept the arguments and then call themselves forever.
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
  return std::visit(
      [&other]<class One, class Other>(const One& a, const Other& b) {
        if constexpr (One::place == Place::message) {
          return Other::place != Place::message && a.from != a.to &&
                 loses(other, {a.from, a.to, a.sent});
        } else if constexpr (MakingIdle<One, Other>) {
          return redundant(a, b);
        }
        return false;
      },
      fault, other);
}

bool apart(const Fault& one, const Fault& other) {
  const char* clash = one < other ? excludes(one, other) : excludes(other, one);
  return clash != nullptr || redundant(one, other) || redundant(other, one);
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
