// Sets of calls, stored as bits. Each call has one bit, whose position is called the slot of the
// call.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace ldfi::check {

/// The calls that have not taken effect in a state of the search. `must`: calls that must still
/// take effect. `may`: calls that may take effect or not.
struct SearchBits {
  std::vector<std::uint64_t> must;
  std::vector<std::uint64_t> may;
};

constexpr unsigned slots_per_word = 64;

[[nodiscard]] inline std::uint64_t bit_of(std::uint32_t slot) {
  return std::uint64_t{1} << (slot % slots_per_word);
}
[[nodiscard]] inline bool has_slot(const std::vector<std::uint64_t>& words, std::uint32_t slot) {
  return (words[slot / slots_per_word] & bit_of(slot)) != 0;
}
inline void set_slot(std::vector<std::uint64_t>& words, std::uint32_t slot) {
  words[slot / slots_per_word] |= bit_of(slot);
}
inline void clear_slot(std::vector<std::uint64_t>& words, std::uint32_t slot) {
  words[slot / slots_per_word] &= ~bit_of(slot);
}

/// Calls `action` with the slot (position) of each set bit. `action` may clear that bit.
template <class Action>
void for_each_slot(const std::vector<std::uint64_t>& words, Action action) {
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
      action(static_cast<std::uint32_t>(w * slots_per_word +
                                        static_cast<unsigned>(std::countr_zero(left))));
    }
  }
}

}  // namespace ldfi::check
