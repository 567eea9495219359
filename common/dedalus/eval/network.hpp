// What a fault set does to messages and transitions, tick by tick (docs/explanation/semantics.md). A Value below
// must be a symbol of the program, which is not checked.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi::eval {

/// What a transition needs. Two different nodes, by their indexes: that a message gets through. The
/// same node twice, under CrashModel::halt: that the node has not crashed; where what it sends itself may be
/// late: that it is not. None: nothing can stop it.
struct Ends {
  static constexpr std::uint32_t none = ~0U;
  std::uint32_t from = none;
  std::uint32_t to = none;
  NamedId relation = no_relation;  ///< of a message, where relations are late by themselves
  auto operator<=>(const Ends&) const = default;
};

class Network {
 public:
  Network(const dedalus::Program& program, const Fspec& fspec);

  /// Begins an execution under these faults; their nodes must be those of the Fspec.
  void start(const FaultSet& faults) { faults_.start(faults); }
  void at(int tick) { faults_.at(tick); }

  /// True if a message of the relation from one location to another, sent at this tick, gets through.
  /// False if one of them is no node.
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
  /// What a message of the relation between two locations needs; nothing if one of them is no node.
  [[nodiscard]] std::optional<Ends> channel(Value from, Value to, RelationId message) const {
    const std::uint32_t a = node(from);
    const std::uint32_t b = node(to);
    if (a == none || b == none) return std::nullopt;
    if (a == b) return halts() || itself_late_ ? Ends{a, b, late_apart(message)} : Ends{};
    return Ends{a, b, late_apart(message)};
  }
  /// What an `@next` transition at a location needs.
  [[nodiscard]] Ends transition(Value location) const {
    const std::uint32_t a = halts() ? node(location) : none;
    return {a, a, no_relation};
  }
  /// The relation, if its messages are late by themselves; no_relation otherwise.
  [[nodiscard]] NamedId late_apart(RelationId message) const { return late_[message.index()]; }
  [[nodiscard]] bool is_node(Value symbol) const { return node(symbol) != none; }
  /// True if the transitions of an `@next` rule happen at a location.
  [[nodiscard]] bool alive(Value location, const dedalus::Rule& rule) const {
    const std::uint32_t a = node(location);
    if (a == none) return rule.carrier != dedalus::Carrier::keep;
    return goes_on(a, rule.carrier, stored_[rule.head.index()]);
  }
  /// True under CrashModel::halt: a crash stops the node's own transitions.
  [[nodiscard]] bool halts() const { return model_ == CrashModel::halt; }
  /// True under CrashModel::stop.
  [[nodiscard]] bool stops() const { return model_ == CrashModel::stop; }
  /// True if nothing stops a transition at this tick.
  [[nodiscard]] bool all_alive() const { return model_ == CrashModel::silent || faults_.all_up(); }
  /// Where writes failed, or a disk was dead, at the tick before this one, and of which relations.
  [[nodiscard]] const std::vector<std::pair<NodeId, NamedId>>& failed() const {
    return faults_.failed();
  }
  /// What is damaged at this tick, and what was at the one before it.
  [[nodiscard]] const std::vector<std::pair<NodeId, NamedId>>& corrupted() const {
    return faults_.corrupted();
  }
  [[nodiscard]] const std::vector<std::pair<NodeId, NamedId>>& corrupted_before() const {
    return faults_.corrupted_before();
  }
  /// What is sent at this tick and arrives late, or twice.
  [[nodiscard]] const std::vector<Fault>& late() const { return faults_.late(); }
  /// True if the node is a symbol of the program.
  [[nodiscard]] bool has_symbol(NodeId node) const { return symbols_.at(node.index()).has_value(); }
  /// What is written back at this tick.
  [[nodiscard]] const std::vector<std::pair<NodeId, NamedId>>& written_back() const {
    return faults_.written_back();
  }
  /// The nodes that restart at this tick.
  [[nodiscard]] const std::vector<NodeId>& restarts() const { return faults_.restarts(); }
  /// True if a node has crashed by this tick, or is down.
  [[nodiscard]] bool gone(NodeId node) const {
    return stops() ? faults_.down(node.raw()) : faults_.crashed(node.raw());
  }
  [[nodiscard]] bool paused(NodeId node) const { return faults_.paused(node.raw()); }
  /// True if no other node gets what a node would send at this tick, whatever the network does.
  [[nodiscard]] bool quiet(NodeId node) const {
    return stops() ? faults_.quiet(node.raw()) : faults_.crashed(node.raw());
  }
  /// The symbol of a node. Every node has one if the program mentions `crash`; otherwise a node may
  /// have none, which is a contract violation.
  [[nodiscard]] Value symbol(NodeId node) const;

 private:
  static constexpr std::uint32_t none = Ends::none;
  [[nodiscard]] std::uint32_t node(Value symbol) const {
    return nodes_[static_cast<std::size_t>(symbol)];
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
      case dedalus::Carrier::stand:  // reads who is paused
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

  std::vector<std::uint32_t> nodes_;  ///< by symbol
  std::vector<NamedId> stored_;       ///< by relation; no_relation if its writes never fail
  std::vector<NamedId> late_;         ///< by relation; no_relation unless it is late by itself
  std::vector<std::optional<Value>> symbols_;
  CrashModel model_;
  bool itself_late_;  ///< what a node sends itself may be late
  FaultSchedule faults_;
};

}  // namespace ldfi::eval
