// Decides, tick by tick, which messages arrive and which tuples survive to the next tick under a
// fault set (docs/explanation/semantics.md). A Value passed as a node's name or a location must be
// the number of a symbol of the program, which is not checked.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi::eval {

/// The condition under which a tuple reaches the next tick. If `from` and `to` are different nodes,
/// given by their indices, a message between them must be delivered. If they are the same node, the
/// node must not have crashed (CrashModel::halt), and its messages to itself must not be late. If
/// they are `none`, no fault can stop the tuple.
struct Ends {
  static constexpr std::uint32_t none = ~0U;
  std::uint32_t from = none;
  std::uint32_t to = none;
  /// Relation of the message if the Fspec delays each relation's messages independently; otherwise
  /// no_relation.
  NamedId relation = no_relation;
  auto operator<=>(const Ends&) const = default;
};

class Network {
 public:
  Network(const dedalus::Program& program, const Fspec& fspec);

  /// Begins an execution under `faults`, whose nodes must be nodes of the Fspec.
  void start(const FaultSet& faults) { faults_.start(faults); }
  void at(int tick) {
    now_ = Time(tick);
    faults_.at(tick);
  }

  /// Returns true if a message of the relation `message` that is sent at this tick arrives at the
  /// next tick. Returns false if sender or receiver is not a node.
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
  /// Returns the condition under which a message of the relation `message` arrives. Returns nullopt
  /// if sender or receiver is not a node.
  [[nodiscard]] std::optional<Ends> channel(Value from, Value to, RelationId message) const {
    const std::uint32_t a = node(from);
    const std::uint32_t b = node(to);
    if (a == none || b == none) return std::nullopt;
    if (a == b) return halts() || itself_late_ ? Ends{a, b, late_apart(message)} : Ends{};
    return Ends{a, b, late_apart(message)};
  }
  /// Returns the condition under which a tuple at `location` that an `@next` rule derives reaches
  /// the next tick.
  [[nodiscard]] Ends transition(Value location) const {
    const std::uint32_t a = halts() ? node(location) : none;
    return {a, a, no_relation};
  }
  /// Returns `message` as the name of a relation if the Fspec delays each relation's messages
  /// independently; otherwise no_relation.
  [[nodiscard]] NamedId late_apart(RelationId message) const { return late_[message.index()]; }
  [[nodiscard]] bool is_node(Value symbol) const { return node(symbol) != none; }
  /// Returns true if tuples that the `@next` rule derives at the location reach the next tick.
  [[nodiscard]] bool alive(Value location, const dedalus::Rule& rule) const {
    const std::uint32_t a = node(location);
    if (a == none) return rule.carrier != dedalus::Carrier::keep;
    return goes_on(a, rule.carrier, stored_[rule.head.index()]);
  }
  /// Returns true under CrashModel::halt: a crashed node derives nothing for its own next tick.
  [[nodiscard]] bool halts() const { return model_ == CrashModel::halt; }
  /// Returns true under CrashModel::stop: nodes may be down for some ticks, and then restart.
  [[nodiscard]] bool stops() const { return model_ == CrashModel::stop; }
  /// Returns true if, at this tick, no fault keeps a node's own tuples from its next tick.
  [[nodiscard]] bool has_no_stopped_node() const {
    return model_ == CrashModel::silent || faults_.all_up();
  }
  /// Returns true if the node's name occurs in the program as a string, so that symbol() exists.
  [[nodiscard]] bool has_symbol(NodeId node) const { return symbols_.at(node.index()).has_value(); }
  /// Calls action(fact) with the facts about faults of this kind that hold at this tick. A fact may
  /// occur twice. Facts of `crash` are left out, because they hold at every tick.
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
  /// Returns true if, at this tick, the node has crashed for good or is down until a restart.
  [[nodiscard]] bool gone(NodeId node) const {
    return stops() ? faults_.down(node.raw()) : faults_.crashed(node.raw());
  }
  [[nodiscard]] bool paused(NodeId node) const { return faults_.paused(node.raw()); }
  /// Returns true if a fault of the node itself stops all messages that it sends to others at this
  /// tick.
  [[nodiscard]] bool quiet(NodeId node) const {
    return stops() ? faults_.quiet(node.raw()) : faults_.crashed(node.raw());
  }
  /// Returns the node's name as the number of a symbol of the program. Requires has_symbol(node),
  /// which is true for every node if the program mentions `crash`.
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
      // These generated rules read which nodes are paused, so nothing else must stop them.
      case dedalus::Carrier::stand:
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
  /// For each relation, its name if the Fspec allows its writes to disk to fail; otherwise
  /// no_relation.
  std::vector<NamedId> stored_;
  /// For each relation, its name if the Fspec delays its messages independently; otherwise
  /// no_relation.
  std::vector<NamedId> late_;
  std::vector<std::optional<Value>> symbols_;
  CrashModel model_;
  bool itself_late_;  ///< true if messages of a node to itself may be late
  FaultSchedule faults_;
  Time now_{0};
};

}  // namespace ldfi::eval
