// The fault variables of channels and the constraints that make a model an admissible, canonical
// fault set (SEARCH §1): O(a,b,t) for channels that matter, D(a,t) "has crashed by t" ordered in
// time, C(a,t) its first tick, at most `crashes` of them, and no omission after its sender's crash.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "common/ground/universe.hpp"
#include "common/hazard/counter.hpp"

namespace ldfi::hazard {

class FaultVariables {
 public:
  FaultVariables(const Fspec& fspec, std::span<const ground::Channel> channels,
                 sat::Solver& solver);
  /// `channels` has become longer: adds the variables of the new ones.
  void extend(std::span<const ground::Channel> channels);

  /// Every O and C variable in the order of FaultSet: a set's elements, sorted by this order,
  /// compare like the sets.
  [[nodiscard]] const std::vector<sat::Literal>& ordered() const { return ordered_; }
  /// As many of these hold as there are faults: every O by time, and D(a,EOT) of each node.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return counted_; }
  /// The literals that each lose the channel: O(a,b,t) if it can be omitted, D(a,t) if a can crash.
  [[nodiscard]] std::span<const sat::Literal> losses(ground::ChannelId c) const {
    const Losses& l = losses_[c.index()];
    return {l.literals.data(), l.count};
  }
  /// C(a,t).
  [[nodiscard]] sat::Literal crash(NodeId node, Time at) const;
  /// The fault set of the solver's last model.
  [[nodiscard]] FaultSet model(const sat::Solver& solver) const;
  /// The set's variables, all of which this universe has.
  [[nodiscard]] std::vector<sat::Literal> literals(const FaultSet& faults) const;

 private:
  void add_crashes();
  void add_channel(const ground::Channel& channel);

  const Fspec& fspec_;
  sat::Solver& solver_;
  struct Losses {
    std::array<sat::Literal, 2> literals{};
    std::size_t count = 0;
    void add(sat::Literal l) { literals[count++] = l; }
  };
  using OmissionVariable = std::pair<Omission, sat::Literal>;

  std::vector<OmissionVariable> omission_;             ///< sorted
  std::vector<std::vector<sat::Literal>> crashed_by_;  ///< D, by node and tick
  std::vector<std::vector<sat::Literal>> crash_;       ///< C, by node and tick
  std::vector<Losses> losses_;                         ///< by channel
  std::vector<sat::Literal> ordered_;
  std::vector<sat::Literal> counted_;
};

}  // namespace ldfi::hazard
