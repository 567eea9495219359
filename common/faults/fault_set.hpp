// Fault sets: the faults of one execution. A fault set is a canonical value: sorted, without
// duplicates, and without faults that another fault makes redundant. For example, the omission of
// a message that a crash loses anyway is left out. So sets of the same faults compare equal. The
// written form is `O(a,b,1) O(a,c,2) C(a,3)`; the empty set is written `none`.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "common/faults/fault.hpp"

namespace ldfi {

/// Returns why no fault set may contain all of these faults, or nullptr if a fault set may.
/// Requires sorted faults.
[[nodiscard]] const char* contradiction(const std::vector<Fault>& faults);

class FaultSet {
 public:
  FaultSet() = default;
  /// Sorts the faults and drops duplicates and redundant faults. Requires faults that do not
  /// exclude each other.
  explicit FaultSet(std::vector<Fault> faults);

  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  [[nodiscard]] std::vector<Fault>::const_iterator begin() const { return faults_.begin(); }
  [[nodiscard]] std::vector<Fault>::const_iterator end() const { return faults_.end(); }
  [[nodiscard]] std::size_t size() const { return faults_.size(); }
  [[nodiscard]] bool empty() const { return faults_.empty(); }
  /// Returns the faults of one kind, sorted.
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
  /// True if the set loses the content of the channel. For many questions a FaultSchedule is
  /// faster.
  [[nodiscard]] bool loses(const Channel& channel) const;
  [[nodiscard]] NodeState state_of(NodeId node, Time at) const;

  /// True if one of the faults makes the fact hold.
  [[nodiscard]] bool makes(const FaultFact& fact) const;

  /// True if an omission of these messages cannot be added to the set, because the messages are
  /// lost anyway, are late, or are duplicated.
  [[nodiscard]] bool settles(const Channel& channel) const;
  /// True if a Delay makes the messages of the channel late.
  [[nodiscard]] bool delays(const Channel& channel) const;
  /// Returns the sum of the ticks of all delays.
  [[nodiscard]] int lateness() const { return late_; }
  /// True if `other` contains every fault of this set. A Delay counts as contained if `other`
  /// delays the same messages by at least as many ticks.
  [[nodiscard]] bool subset_of(const FaultSet& other) const;
  bool operator==(const FaultSet&) const = default;
  /// Compares sizes, then lateness(), then the sequences of faults: by kind, then names, then
  /// time. The search looks in this order. So "the first counterexample" is the same for any
  /// number of ranks.
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
