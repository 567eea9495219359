// The states that the search has reached. A new state is dropped if a known state is at least as
// good: the known state has every continuation of the new state.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "common/systems/check/register_bits.hpp"
#include "common/systems/check/register_call.hpp"

namespace ldfi::check {

/// Stands for all values of the register that no later call can observe.
constexpr ValueNumber unobserved_value = -2;
constexpr std::uint32_t no_call = static_cast<std::uint32_t>(-1);
/// Stands for any write that SearchState::unread counts.
constexpr std::uint32_t unread_write = static_cast<std::uint32_t>(-2);

/// A state of the search. All answers of the layers before `layer` are possible.
struct SearchState {
  std::uint32_t layer = 0;
  ValueNumber value = missing_key;
  /// Number of writes without an answer that may still take effect and whose values no call reads.
  std::uint32_t unread = 0;
  std::uint32_t parent = no_call;  ///< number of the previous state
  std::uint32_t call = no_call;    ///< call that took effect after the previous state, or no_call
                                   ///< if none did
  bool before_cas = false;         ///< true if the next call that takes effect must be a cas
};

class RegisterStates {
 public:
  explicit RegisterStates(std::uint32_t slots);

  /// Stores a state unless a known state is at least as good. Returns true if the state was stored.
  bool keep(const SearchState& state, const SearchBits& bits);
  [[nodiscard]] std::size_t size() const { return states_.size(); }
  [[nodiscard]] const SearchState& operator[](std::uint32_t i) const { return states_[i]; }
  void copy_bits(std::uint32_t i, SearchBits& out) const;
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::size_t bytes_per_state() const;

 private:
  [[nodiscard]] bool is_better(std::uint32_t i, const SearchState& state,
                               const SearchBits& bits) const;
  [[nodiscard]] std::uint64_t hash_of(const SearchState& state, const SearchBits& bits) const;
  void grow_table();

  std::size_t words_;
  std::vector<SearchState> states_;
  /// For each state, the bits of the calls that must still take effect, and then of those that may.
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t>
      earlier_;  ///< for each state, the previous state with the same layer and value
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> table_;  ///< hash table of states by open addressing
  /// Number of the latest state with a layer and value.
  std::unordered_map<std::uint64_t, std::uint32_t> latest_;
};

}  // namespace ldfi::check
