// A small fault set as a value that is compared and extended fast: the least way found so far to
// reach a state. Private to common/dedalus/explore.
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
  static constexpr std::size_t most_faults = 8;

  /// Must not be there yet, and there must be room.
  void add(const Fault& fault);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] FaultSet faults() const;
  /// Of two labels of one size: the order of FaultSet.
  bool operator<(const Label& other) const { return codes_ < other.codes_; }

 private:
  std::array<std::uint64_t, most_faults> codes_{};  ///< of the faults, sorted
  std::uint32_t size_ = 0;
};

}  // namespace ldfi::explore
