// Fault sets: the faults of one execution. They are canonical values: sorted, without duplicates,
// and without faults that another one makes redundant (the omission of a message that a crash loses
// anyway). So sets of the same faults compare equal. The written form is `O(a,b,1) O(a,c,2)
// C(a,3)`, that of the empty set `none`.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "common/faults/fault.hpp"

namespace ldfi {

/// Why no fault set may contain all of these, as a text; null if one may. Requires them sorted.
[[nodiscard]] const char* contradiction(const std::vector<Fault>& faults);

class FaultSet {
 public:
  FaultSet() = default;
  /// Sorts, and drops duplicates and redundant faults. Requires faults that do not exclude
  /// each other.
  explicit FaultSet(std::vector<Fault> faults);

  /// The faults, sorted.
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  [[nodiscard]] std::vector<Fault>::const_iterator begin() const { return faults_.begin(); }
  [[nodiscard]] std::vector<Fault>::const_iterator end() const { return faults_.end(); }
  [[nodiscard]] std::size_t size() const { return faults_.size(); }
  [[nodiscard]] bool empty() const { return faults_.empty(); }
  /// The faults of one kind, sorted.
  template <class Kind>
  [[nodiscard]] std::vector<Kind> all() const {
    std::vector<Kind> out;
    for (const Fault& fault : faults_) {
      if (const auto* one = std::get_if<Kind>(&fault)) out.push_back(*one);
    }
    return out;
  }

  [[nodiscard]] FaultSet without_omissions() const;
  [[nodiscard]] bool contains(const Fault& fault) const;
  /// True if what would go through the channel is lost. For many questions a FaultSchedule is faster.
  [[nodiscard]] bool loses(const Channel& channel) const;
  [[nodiscard]] NodeState state_of(NodeId node, Time at) const;

  /// True if one of the faults makes the fact hold.
  [[nodiscard]] bool makes(const FaultFact& fact) const;

  /// True if an omission of these messages has no place beside the set: they are lost anyway, late,
  /// or arrive twice.
  [[nodiscard]] bool settles(const Channel& channel) const;
  /// True if a Delay makes the messages of the channel late.
  [[nodiscard]] bool delays(const Channel& channel) const;
  /// By how many ticks messages are late, all together.
  [[nodiscard]] int lateness() const { return late_; }
  /// True when every fault of this set is also in `other`, or, of a Delay, one of the same messages
  /// that are at least as late there.
  [[nodiscard]] bool subset_of(const FaultSet& other) const;
  bool operator==(const FaultSet&) const = default;
  /// Compares sizes, then how late messages are all together, then the sequences of faults: kinds in
  /// their order, then names, then time. The search looks in this order, so "the first counterexample" is the same on any number of ranks.
  std::strong_ordering operator<=>(const FaultSet& other) const;

 private:
  std::vector<Fault> faults_;
  int late_ = 0;
};

}  // namespace ldfi

template <>
struct std::hash<ldfi::FaultSet> {
  std::size_t operator()(const ldfi::FaultSet& faults) const noexcept;
};
