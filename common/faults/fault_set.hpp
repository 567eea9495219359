// Fault sets: what one execution has to suffer. Canonical values: sorted, without duplicates and
// without omissions that a crash of the sender makes redundant; so equal behaviour that is equal in
// writing compares equal. Written form `O(a,b,1) O(a,c,2) C(a,3)`; the empty set is `none`.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "common/base/ids.hpp"

namespace ldfi {

/// Every message from `from` to `to` sent at `sent` is lost; from ≠ to.
struct Omission {
  NodeId from;
  NodeId to;
  Time sent;
  auto operator<=>(const Omission&) const = default;
};

/// `node` sends nothing from `at` on.
struct Crash {
  NodeId node;
  Time at;
  auto operator<=>(const Crash&) const = default;
};

class FaultSet {
 public:
  FaultSet() = default;
  /// Sorts, drops duplicates and redundant omissions. Two crashes of one node are a contract
  /// violation.
  FaultSet(std::vector<Omission> omissions, std::vector<Crash> crashes);

  [[nodiscard]] const std::vector<Omission>& omissions() const { return omissions_; }
  [[nodiscard]] const std::vector<Crash>& crashes() const { return crashes_; }
  [[nodiscard]] std::size_t size() const { return omissions_.size() + crashes_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// True when every fault of this set (as O and C variables) is also in `other`.
  [[nodiscard]] bool subset_of(const FaultSet& other) const;
  bool operator==(const FaultSet&) const = default;
  /// By size, then by the sequence of faults: all O before all C, then names, then time. The order
  /// in which the search looks, so "the first counterexample" means the same on any number of
  /// ranks.
  std::strong_ordering operator<=>(const FaultSet& other) const;

 private:
  std::vector<Omission> omissions_;
  std::vector<Crash> crashes_;
};

}  // namespace ldfi

template <>
struct std::hash<ldfi::FaultSet> {
  std::size_t operator()(const ldfi::FaultSet& faults) const noexcept;
};
