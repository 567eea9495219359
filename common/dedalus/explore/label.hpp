// A small fault set that is fast to compare and to extend. For each state, the explorer keeps the
// smallest fault set found so far that leads to the state. Private to common/dedalus/explore.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi::explore {

class Label {
 public:
  static constexpr std::size_t max_faults = 8;

  /// Adds a fault. The label must not have this fault yet, and size() must be below max_faults;
  /// neither is checked.
  void add(const Omission& omission);
  void add(const Crash& crash);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] FaultSet faults() const;
  /// Compares as FaultSet does. Requires that both labels have the same size.
  bool operator<(const Label& other) const { return codes_ < other.codes_; }

 private:
  void add(std::uint64_t code);

  std::array<std::uint64_t, max_faults> codes_{};  ///< the faults encoded as numbers, sorted
  std::uint32_t size_ = 0;
};

}  // namespace ldfi::explore
