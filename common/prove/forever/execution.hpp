// Adds one execution of a system to a circuit: wires for the facts of each tick. The execution has
// the faults of the circuit, or none. Private to common/prove/forever.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/prove/forever/aig.hpp"
#include "common/prove/forever/fault_wires.hpp"
#include "common/prove/forever/system.hpp"

namespace ldfi::forever {

class Execution {
 public:
  /// Adds latches for facts, whose names begin with `prefix`, and their next wires. The wire
  /// `first_ticks[t]` is true at tick t.
  Execution(const System& system, const FaultWires& faults, std::span<const Wire> first_ticks,
            const std::string& prefix, Aig& aig, BudgetCheck check);
  /// Returns the wire that is true if the fact holds now.
  [[nodiscard]] Wire operator[](FactId fact) const { return values_[fact.index()]; }
  /// Returns the wire that is true if one of the instances fires now.
  [[nodiscard]] Wire any(const std::vector<Instance>& instances) const;
  /// Returns wires that are true if one of the instances fires and no fault of this tick stops its
  /// head. The key of a wire is the node that must not be down at the next tick for the head to
  /// arrive. The key `nobody` means that no node must be up.
  [[nodiscard]] std::map<NodeId, Wire> handed_on(const std::vector<Instance>& instances) const;
  static constexpr NodeId nobody{~0U};
  [[nodiscard]] std::size_t latches() const { return latches_.size(); }

 private:
  void add_latches(const std::string& prefix);
  void index();
  void evaluate();
  void evaluate_cycle(std::span<const std::uint32_t> component);
  Wire value(FactId fact);
  /// Returns the wire that is true if no fault of this tick stops the instance's head on its way to
  /// the next tick.
  [[nodiscard]] Wire goes_on(const Instance& instance) const;
  [[nodiscard]] RelationId written_by(const Instance& instance) const;
  Wire given(FactId fact);
  [[nodiscard]] Wire fires(const Instance& instance) const;
  Wire has_value(std::uint32_t group, ground::Wide value);
  void evaluate_group(std::uint32_t group);
  void set_next();

  const System& system_;
  const FaultWires& faults_;
  const std::span<const Wire> first_ticks_;
  Aig& aig_;
  mutable Meter meter_;
  std::vector<Wire> values_;
  /// A fact that arrives at the next tick. Also the node that must not be down then, or `nobody` if
  /// every node may be down.
  struct Arrival {
    FactId fact;
    NodeId node = nobody;
    auto operator<=>(const Arrival&) const = default;
  };
  [[nodiscard]] Arrival arrival(const Instance& instance) const;

  bool stops_ = false;  ///< true if the crash model is `stop`
  std::map<Arrival, Wire> latches_;
  /// For facts which say that another fact held at an earlier tick, their latches.
  std::map<FactId, Wire> past_;
  std::map<FactId, std::vector<Time>> given_;
  /// For each fact, the numbers of the instances that derive it.
  std::vector<std::vector<std::uint32_t>> now_;
  /// For each fact, the numbers of the aggregates that derive it.
  std::vector<std::vector<std::uint32_t>> aggregates_;
  /// For each fact, the facts that rules may derive from it at the same tick.
  std::vector<std::vector<std::uint32_t>> leads_to_;
  std::vector<std::map<ground::Wide, Wire>> groups_;
  std::vector<bool> group_known_;
};

}  // namespace ldfi::forever
