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
  void add(const Omission& o) { add(code(0, o.from.raw(), o.to.raw(), o.sent)); }
  void add(const Crash& c) { add(code(1, c.node.raw(), 0, c.at)); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] FaultSet faults() const;
  /// Of two labels of one size: the order of FaultSet.
  bool operator<(const Label& other) const { return codes_ < other.codes_; }

 private:
  using Code = std::uint64_t;
  static constexpr unsigned node_bits = 16;
  static constexpr unsigned time_bits = 24;
  static Code code(Code kind, Code node, Code to, Time at) {
    return ((kind << node_bits | node) << node_bits | to) << time_bits |
           static_cast<Code>(at.tick());
  }
  void add(Code code) {
    auto* const end = codes_.data() + size_;
    auto* const at = std::upper_bound(codes_.data(), end, code);
    std::move_backward(at, end, end + 1);
    *at = code;
    ++size_;
  }

  std::array<Code, most_faults> codes_{};  ///< sorted
  std::uint32_t size_ = 0;
};

}  // namespace ldfi::explore
