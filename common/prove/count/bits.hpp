// Rows of bits. The counting of fault sets encodes the states of executions in them. Private to
// common/prove/count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ldfi::count {

using Bits = std::vector<std::uint64_t>;

struct HashBits {
  std::size_t operator()(const Bits& bits) const noexcept {
    std::uint64_t hash = 1;
    for (const std::uint64_t word : bits) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 29U;
    }
    return hash;
  }
};

/// Returns the value of the bit with the number `bit`. The bits begin after the first `head` words.
inline bool is_set(const Bits& bits, std::size_t head, std::size_t bit) {
  return (bits[head + bit / 64] >> bit % 64 & 1U) != 0;
}
inline void set(Bits& bits, std::size_t head, std::size_t bit) {
  bits[head + bit / 64] |= std::uint64_t{1} << bit % 64;
}
/// Returns how many words have room for `bits` bits.
constexpr std::size_t words(std::size_t bits) {
  return (bits + 63) / 64;
}

}  // namespace ldfi::count
