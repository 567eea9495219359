// Fault sets: what one execution has to suffer. Canonical values: sorted, without duplicates and
// without faults that another one makes redundant (an omission of what a crash loses); so equal
// behaviour that is equal in writing compares equal. Written form `O(a,b,1) O(a,c,2) C(a,3)`; the
// empty set is `none`.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "common/faults/fault.hpp"

namespace ldfi {

class FaultSet {
 public:
  FaultSet() = default;
  /// Sorts, drops duplicates and redundant faults. Two crashes of one node are a contract
  /// violation.
  explicit FaultSet(std::vector<Fault> faults);

  /// Sorted.
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  [[nodiscard]] std::vector<Fault>::const_iterator begin() const { return faults_.begin(); }
  [[nodiscard]] std::vector<Fault>::const_iterator end() const { return faults_.end(); }
  [[nodiscard]] std::size_t size() const { return faults_.size(); }
  [[nodiscard]] bool empty() const { return faults_.empty(); }
  /// Those of one kind.
  template <class Kind>
  [[nodiscard]] std::vector<Kind> all() const {
    std::vector<Kind> out;
    for (const Fault& fault : faults_) {
      if (const auto* one = std::get_if<Kind>(&fault)) out.push_back(*one);
    }
    return out;
  }

  template <class Kind>
  [[nodiscard]] FaultSet only() const {
    const auto these = all<Kind>();
    return FaultSet(std::vector<Fault>(these.begin(), these.end()));
  }
  [[nodiscard]] bool contains(const Fault& fault) const;
  /// An execution asks a FaultSchedule instead.
  [[nodiscard]] bool loses(const Channel& channel) const;
  [[nodiscard]] NodeState state_of(NodeId node, Time at) const;

  /// True when every fault of this set is also in `other`.
  [[nodiscard]] bool subset_of(const FaultSet& other) const;
  bool operator==(const FaultSet&) const = default;
  /// By size, then by the sequence of faults: kinds in their order, then names, then time. The
  /// order in which the search looks, so "the first counterexample" means the same on any number
  /// of ranks.
  std::strong_ordering operator<=>(const FaultSet& other) const;

 private:
  std::vector<Fault> faults_;
};

}  // namespace ldfi

template <>
struct std::hash<ldfi::FaultSet> {
  std::size_t operator()(const ldfi::FaultSet& faults) const noexcept;
};
