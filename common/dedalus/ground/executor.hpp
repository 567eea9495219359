// The ground executor. It executes one fault set by evaluating the ground rules of a universe once,
// premises before heads. It can also execute 64 fault sets at once, as the bits of machine words
// (docs/explanation/search.md#the-universe-what-could-ever-hold).
//
//   Executor run(universe);
//   run.execute(faults);            if (run.violating() & 1) …
//   run.execute(span_of_up_to_64);  std::uint64_t bad = run.violating();
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/dedalus/ground/lanes.hpp"
#include "common/dedalus/ground/universe.hpp"

namespace ldfi::ground {

class Executor {
 public:
  using Lanes = ground::Lanes;
  static constexpr std::size_t lane_count = ground::lane_count;
  enum class Scope : std::uint8_t { everything, cone };

  /// With Scope::cone, evaluates only the facts on which the verdict depends; holds() is then
  /// meaningless for other facts. `universe` must outlive this object.
  explicit Executor(const Universe& universe, Scope scope = Scope::everything);

  /// Executes one fault set. Its result is bit 0 of each Lanes value. The nodes of `faults` must be
  /// nodes of the Fspec, which is not checked. Its ticks may be any ticks.
  void execute(const FaultSet& faults);
  /// Executes up to 64 fault sets. Bit i of each Lanes value has the result of faults[i]. Bits
  /// without a fault set have the result of the failure-free run.
  void execute(std::span<const FaultSet> faults);

  /// Returns a bit for each fault set of the last execution, which is set if the fact holds. The
  /// ids passed to this and the following functions must be those of the universe, which is not
  /// checked.
  [[nodiscard]] Lanes lanes(FactId f) const { return word_[f.index()]; }
  [[nodiscard]] bool holds(FactId f) const { return (word_[f.index()] & 1U) != 0; }
  [[nodiscard]] bool delivered(ChannelId c) const {
    return c == no_channel || (delivered_[c.index()] & 1U) != 0;
  }
  /// Returns true if the ground rule `i` fired under the first fault set of the last execution.
  [[nodiscard]] bool fired(InstanceId i) const;
  /// Returns the bits of the fault sets that violate a goal. Excludes executions with an arithmetic
  /// error and, if channels are fifo, executions in which a message overtakes another.
  [[nodiscard]] Lanes violating() const;
  /// Returns the bits of the fault sets under which a message overtakes another one of a fifo
  /// channel.
  [[nodiscard]] Lanes overtaken() const;
  /// Returns the bits of the fault sets whose execution ends in an arithmetic error.
  [[nodiscard]] Lanes errors() const;

 private:
  void set_faults(std::span<const FaultSet> sets);
  struct Sent {
    int at = 0;
    std::uint32_t to = 0;
    std::uint32_t channel = 0;
    auto operator<=>(const Sent&) const = default;
  };
  void apply(const Fault& fault, Lanes lane);
  void apply(const Fault& fault, const std::vector<Sent>& channels, Lanes lane);
  void evaluate(std::size_t begin, std::size_t end);
  void evaluate_component(const Component& component);
  [[nodiscard]] Lanes instances(FactId f) const;
  [[nodiscard]] Lanes aggregate(FactId f) const;

  const Universe& u_;
  std::size_t end_;
  std::vector<Lanes> word_;
  /// For each channel, the bits of the fault sets under which its message arrives.
  std::vector<Lanes> delivered_;
  /// For each channel, all bits if it is open without faults; 0 if only a fault opens it.
  std::vector<Lanes> without_faults_;
  /// For each sender, its possible messages, sorted by tick.
  std::vector<std::vector<Sent>> sent_by_;
  /// For each receiver, the possible messages from other nodes, sorted by tick.
  std::vector<std::vector<Sent>> sent_to_;
  /// For each fact about a fault, the fault and the fact, sorted.
  std::vector<std::pair<FaultFact, FactId>> fault_facts_;
};

}  // namespace ldfi::ground
