// What went differently because of faults: the part of an explanation that rests on them, from each
// fault to what is violated.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

class CausalChain {
 public:
  using Index = std::uint32_t;  ///< of a node of the lineage

  /// `why` must outlive it.
  explicit CausalChain(const Lineage& why);

  /// The faults that the explanation names.
  [[nodiscard]] const std::vector<Index>& faults() const { return faults_; }
  /// How far a node is from the nearest fault that it rests on; 0: it rests on none.
  [[nodiscard]] std::size_t depth(Index node) const { return depth_[node]; }
  /// The goals and absences that rest on faults, without roots, and without what only_cut() or goes_on().
  [[nodiscard]] std::vector<Index> links() const;
  /// What lies on a shortest way from each fault to a root.
  [[nodiscard]] std::set<Index> shortest_ways() const;

  /// What rests on faults and supports the node through one rule.
  [[nodiscard]] std::vector<Index> reasons(Index node) const;
  /// A goal or an absence that a node supports through one rule, and the box of that rule.
  struct Effect {
    Index box;
    Index goal;
  };
  [[nodiscard]] std::vector<Effect> effects(Index node) const;
  /// The message that brought what holds; null if none did, or if a node told itself.
  [[nodiscard]] const LineageNode* message_of(Index node) const;
  /// True if the node is an absence that nothing but faults explain.
  [[nodiscard]] bool only_cut(Index node) const;
  /// Everything that these nodes rest on, and they.
  [[nodiscard]] std::set<Index> all_below(const std::vector<Index>& nodes) const;

 private:
  /// True for what holds at one more tick than before.
  [[nodiscard]] bool goes_on(Index node) const;

  const Lineage& why_;
  std::vector<std::vector<Index>> up_;     ///< what each node supports
  std::vector<std::vector<Index>> below_;  ///< what supports it
  std::vector<std::size_t> depth_;
  std::vector<Index> faults_;
};

}  // namespace ldfi::results
