// The ground executor. It evaluates the universe's instances once, in evaluation order, for one
// fault set, or for 64 fault sets at once as the bits of machine words
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

  /// `universe` must outlive this object. With Scope::cone, only the facts are evaluated on which
  /// the verdict depends, and holds() of any other fact is meaningless.
  explicit Executor(const Universe& universe, Scope scope = Scope::everything);

  /// Executes one fault set, whose result is in lane 0. Its nodes must be nodes of the Fspec, which
  /// is not checked. Its ticks may be any ticks.
  void execute(const FaultSet& faults);
  /// Executes up to 64 fault sets. The result of faults[i] is in lane i. Unused lanes have no
  /// faults.
  void execute(std::span<const FaultSet> faults);

  /// The following functions describe the last execution. Ids must be those of the universe, which
  /// is not checked. `c` may be no_channel, which always delivers.
  [[nodiscard]] Lanes lanes(FactId f) const { return word_[f.index()]; }
  [[nodiscard]] bool holds(FactId f) const { return (word_[f.index()] & 1U) != 0; }
  [[nodiscard]] bool delivered(ChannelId c) const {
    return c == no_channel || (delivered_[c.index()] & 1U) != 0;
  }
  /// Returns true if the instance fired in lane 0.
  [[nodiscard]] bool fired(InstanceId i) const;
  /// Returns the lanes in which some goal is violated, no arithmetic error happens and, if channels
  /// are fifo, no message overtakes another.
  [[nodiscard]] Lanes violating() const;
  /// Returns the lanes in which a message overtakes another one of a fifo channel.
  [[nodiscard]] Lanes overtaken() const;
  /// Returns the lanes whose execution ends in an arithmetic error.
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
  std::vector<Lanes> delivered_;  ///< indexed by channel
  /// For each channel, the lanes in which it would deliver if there were no faults.
  std::vector<Lanes> without_faults_;
  std::vector<std::vector<Sent>> sent_by_;  ///< for each sender, its channels, sorted
  std::vector<std::vector<Sent>> sent_to_;  ///< for each receiver, the channels to it, sorted
  std::vector<std::pair<FaultFact, FactId>> fault_facts_;  ///< sorted
};

}  // namespace ldfi::ground
