// Fault sets: the faults of one execution. The faults are sorted, and repeated faults and faults
// without effect are left out, so that equal sets compare equal. For example, the omission of a
// message that a crash loses anyway has no effect. A set is written `O(a,b,1) O(a,c,2) C(a,3)`, and
// the empty set `none`.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "common/faults/fault.hpp"

namespace ldfi {

/// Returns the reason why no fault set may contain all of these faults, or nullptr if a fault set
/// may. Requires sorted faults.
[[nodiscard]] const char* contradiction(const std::vector<Fault>& faults);

class FaultSet {
 public:
  FaultSet() = default;
  /// Makes a fault set of these faults. Leaves out repeated faults and faults without effect.
  /// Requires that the faults do not exclude each other.
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
  /// Returns true if the set loses the data that the channel carries. For many such questions, a
  /// FaultSchedule is faster.
  [[nodiscard]] bool loses(const Channel& channel) const;
  [[nodiscard]] NodeState state_of(NodeId node, Time at) const;

  /// Returns true if one of the faults makes the fact hold.
  [[nodiscard]] bool makes(const FaultFact& fact) const;

  /// Returns true if an omission of these messages cannot be added to the set. The messages are
  /// lost anyway, or a fault of another kind hits them.
  [[nodiscard]] bool settles(const Channel& channel) const;
  /// Returns true if a Delay makes the messages of the channel late.
  [[nodiscard]] bool delays(const Channel& channel) const;
  /// Returns the total number of ticks of all delays.
  [[nodiscard]] int lateness() const { return late_; }
  /// Returns true if `other` contains every fault of this set. A Delay also counts as contained if
  /// `other` delays the same messages by more ticks.
  [[nodiscard]] bool subset_of(const FaultSet& other) const;
  bool operator==(const FaultSet&) const = default;
  /// Compares the sizes, then lateness(), then the sequences of faults: by kind, then names, then
  /// time. A search tries sets in this order, so that its first counterexample does not depend on
  /// the number of processes.
  std::strong_ordering operator<=>(const FaultSet& other) const;

 private:
  std::vector<Fault> faults_;
  int late_ = 0;
  bool hits_messages_ = false;  ///< true if some fault of messages is not an omission
};

}  // namespace ldfi

template <>
struct std::hash<ldfi::FaultSet> {
  std::size_t operator()(const ldfi::FaultSet& faults) const noexcept;
};
