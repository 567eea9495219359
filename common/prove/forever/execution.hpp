// One execution of a system as a part of a circuit: with the faults of the circuit, or without any.
// Private to common/prove/forever.
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
  /// Adds the latches of facts; their names begin with `prefix`. `first_ticks[t]`: now is tick t.
  Execution(const System& system, const FaultWires& faults, std::span<const Wire> first_ticks,
            const std::string& prefix, Aig& aig, BudgetCheck check);
  /// Whether the fact holds now.
  [[nodiscard]] Wire operator[](FactId fact) const { return values_[fact.index()]; }
  /// Whether one of them fires now.
  [[nodiscard]] Wire any(const std::vector<Instance>& instances) const;
  /// Whether what one of them hands on to the next tick gets there: by the node that must not be down then.
  [[nodiscard]] std::map<NodeId, Wire> handed_on(const std::vector<Instance>& instances) const;
  static constexpr NodeId nobody{~0U};
  [[nodiscard]] std::size_t latches() const { return latches_.size(); }

 private:
  void add_latches(const std::string& prefix);
  void index();
  void evaluate();
  void evaluate_cycle(std::span<const std::uint32_t> component);
  Wire value(FactId fact);
  /// Under crash_model stop, whether the instance's head gets to the disk or to memory at the next tick.
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
  /// A fact, and the node that must not be down for it to have arrived.
  struct Arrival {
    FactId fact;
    NodeId node = nobody;
    auto operator<=>(const Arrival&) const = default;
  };
  [[nodiscard]] Arrival arrival(const Instance& instance) const;

  bool stops_ = false;  ///< crashes are outages
  std::map<Arrival, Wire> latches_;
  std::map<FactId, Wire> past_;  ///< latches of facts about the past
  std::map<FactId, std::vector<Time>> given_;
  std::vector<std::vector<std::uint32_t>> now_;         ///< by fact: instances
  std::vector<std::vector<std::uint32_t>> aggregates_;  ///< by fact: aggregate heads
  std::vector<std::vector<std::uint32_t>> leads_to_;    ///< by fact: what it rests on
  std::vector<std::map<ground::Wide, Wire>> groups_;
  std::vector<bool> group_known_;
};

}  // namespace ldfi::forever
