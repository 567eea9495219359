// Decides which messages and transitions happen under a fault set, tick by tick
// (docs/explanation/semantics.md). A transition is the step of a tuple to the next tick. Values
// that are passed to these functions must be symbols of the program, which is not checked.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi::eval {

/// The condition under which a transition happens. Two different nodes, by their indices: a message
/// between them must be delivered. The same node twice: the node must not have crashed
/// (CrashModel::halt), and its message to itself must not be late. `none` twice: no fault can stop
/// the transition.
struct Ends {
  static constexpr std::uint32_t none = ~0U;
  std::uint32_t from = none;
  std::uint32_t to = none;
  /// Relation of the message if relations are delayed independently; otherwise no_relation.
  NamedId relation = no_relation;
  auto operator<=>(const Ends&) const = default;
};

class Network {
 public:
  Network(const dedalus::Program& program, const Fspec& fspec);

  /// Begins an execution under these faults. The nodes of the faults must be nodes of the Fspec.
  void start(const FaultSet& faults) { faults_.start(faults); }
  void at(int tick) {
    now_ = Time(tick);
    faults_.at(tick);
  }

  /// Returns true if a message of the relation that is sent at this tick arrives at the next tick.
  /// Returns false if sender or receiver is not a node.
  [[nodiscard]] bool delivers(Value from, Value to, RelationId message) const {
    const std::uint32_t a = node(from);
    const std::uint32_t b = node(to);
    if (a == none || b == none) return false;
    if (a == b) {
      return goes_on(a, dedalus::Carrier::memory, no_relation) &&
             !faults_.late_to_itself(a, late_apart(message));
    }
    return !faults_.loses(a, b, late_apart(message));
  }
  /// Returns the condition under which a message of the relation arrives. Returns nullopt if sender
  /// or receiver is not a node.
  [[nodiscard]] std::optional<Ends> channel(Value from, Value to, RelationId message) const {
    const std::uint32_t a = node(from);
    const std::uint32_t b = node(to);
    if (a == none || b == none) return std::nullopt;
    if (a == b) return halts() || itself_late_ ? Ends{a, b, late_apart(message)} : Ends{};
    return Ends{a, b, late_apart(message)};
  }
  /// Returns the condition under which an `@next` transition at a location happens.
  [[nodiscard]] Ends transition(Value location) const {
    const std::uint32_t a = halts() ? node(location) : none;
    return {a, a, no_relation};
  }
  /// Returns the relation if its messages are delayed independently of those of other relations;
  /// otherwise no_relation.
  [[nodiscard]] NamedId late_apart(RelationId message) const { return late_[message.index()]; }
  [[nodiscard]] bool is_node(Value symbol) const { return node(symbol) != none; }
  /// Returns true if transitions of the `@next` rule happen at the location at this tick.
  [[nodiscard]] bool alive(Value location, const dedalus::Rule& rule) const {
    const std::uint32_t a = node(location);
    if (a == none) return rule.carrier != dedalus::Carrier::keep;
    return goes_on(a, rule.carrier, stored_[rule.head.index()]);
  }
  /// Returns true under CrashModel::halt: a crash stops the node's own transitions.
  [[nodiscard]] bool halts() const { return model_ == CrashModel::halt; }
  /// Returns true under CrashModel::stop.
  [[nodiscard]] bool stops() const { return model_ == CrashModel::stop; }
  /// Returns true if no fault stops any transition of a node to itself at this tick.
  [[nodiscard]] bool all_alive() const { return model_ == CrashModel::silent || faults_.all_up(); }
  /// Returns true if the node's name occurs in the program as a string.
  [[nodiscard]] bool has_symbol(NodeId node) const { return symbols_.at(node.index()).has_value(); }
  /// Calls action(fact) with the facts of this kind that hold at this tick. A fact may occur twice.
  /// Not for facts of `crash`, which hold at every tick.
  template <class Action>
  void each_fact(FaultFact::Kind kind, Action action) const {
    if (kind == FaultFact::Kind::down || kind == FaultFact::Kind::paused ||
        kind == FaultFact::Kind::quiet) {
      for (std::uint32_t n = 0; n < symbols_.size(); ++n) {
        const FaultFact fact{kind, NodeId(n), now_};
        if (holds_of_node(fact)) action(fact);
      }
      return;
    }
    for (const FaultFact& fact : faults_.facts()) {
      if (fact.kind == kind) action(fact);
    }
  }
  /// Returns true if the node has crashed by this tick, or is down.
  [[nodiscard]] bool gone(NodeId node) const {
    return stops() ? faults_.down(node.raw()) : faults_.crashed(node.raw());
  }
  [[nodiscard]] bool paused(NodeId node) const { return faults_.paused(node.raw()); }
  /// Returns true if the node sends nothing to other nodes at this tick because of a fault of the
  /// node.
  [[nodiscard]] bool quiet(NodeId node) const {
    return stops() ? faults_.quiet(node.raw()) : faults_.crashed(node.raw());
  }
  /// Returns the symbol of the node's name. Requires has_symbol(node), which is true for every node
  /// if the program mentions `crash`.
  [[nodiscard]] Value symbol(NodeId node) const;

 private:
  static constexpr std::uint32_t none = Ends::none;
  [[nodiscard]] std::uint32_t node(Value symbol) const {
    return nodes_[static_cast<std::size_t>(symbol)];
  }
  [[nodiscard]] bool holds_of_node(const FaultFact& fact) const {
    if (fact.kind == FaultFact::Kind::down) return gone(fact.node);
    return fact.kind == FaultFact::Kind::paused ? paused(fact.node) : quiet(fact.node);
  }
  [[nodiscard]] bool goes_on(std::uint32_t node, dedalus::Carrier carrier, NamedId relation) const {
    if (carrier >= dedalus::Carrier::depart) return true;
    if (model_ != CrashModel::stop) {
      return carrier != dedalus::Carrier::keep && !(halts() && faults_.crashed(node));
    }
    switch (carrier) {
      case dedalus::Carrier::stay:
        return faults_.stays(node);
      case dedalus::Carrier::memory:
      case dedalus::Carrier::load:
        return faults_.remembers(node);
      case dedalus::Carrier::write:
        return faults_.writes(node, relation);
      case dedalus::Carrier::stand:  // its rules read themselves which nodes are paused
        return true;
      case dedalus::Carrier::copy:
        return !faults_.dead(node, relation);
      case dedalus::Carrier::keep:
        return faults_.keeps(node, relation);
      case dedalus::Carrier::depart:
      case dedalus::Carrier::travel:
      case dedalus::Carrier::arrive:
        break;
    }
    return true;
  }

  std::vector<std::uint32_t> nodes_;  ///< for each symbol, the index of the node, or `none`
  /// For each relation, its name for failed writes; no_relation if its writes never fail.
  std::vector<NamedId> stored_;
  /// For each relation, its name for delays; no_relation unless it is delayed independently.
  std::vector<NamedId> late_;
  std::vector<std::optional<Value>> symbols_;
  CrashModel model_;
  bool itself_late_;  ///< true if messages of a node to itself may be late
  FaultSchedule faults_;
  Time now_{0};
};

}  // namespace ldfi::eval
