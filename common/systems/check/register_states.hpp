// The states that the search has reached. A state is dropped if a better one was kept before: every
// continuation of the worse state is also a continuation of the better one.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "common/systems/check/register_bits.hpp"
#include "common/systems/check/register_call.hpp"

namespace ldfi::check {

constexpr ValueNumber unobserved_value = -2;  ///< the key has a value that no later call observes
constexpr std::uint32_t no_call = static_cast<std::uint32_t>(-1);
constexpr std::uint32_t unread_write = static_cast<std::uint32_t>(-2);  ///< one of `unread`

/// A state of the search: the answers before `layer` fit.
struct SearchState {
  std::uint32_t layer = 0;
  ValueNumber value = missing_key;
  std::uint32_t unread = 0;        ///< open writes that may take effect, whose values nobody reads
  std::uint32_t parent = no_call;  ///< previous state
  std::uint32_t call = no_call;    ///< call that took effect after the previous state, or no_call
  bool before_cas = false;         ///< the next call that takes effect has to be a cas
};

class RegisterStates {
 public:
  explicit RegisterStates(std::uint32_t slots);

  /// Keeps a state unless a better one was kept. Returns whether the state was kept.
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
  std::vector<std::uint64_t>
      bits_;  ///< by state: bits of the calls that must take effect, then of those that may
  std::vector<std::uint32_t>
      earlier_;  ///< state with the same layer and value that was kept before
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> table_;                         ///< open addressing, by hash
  std::unordered_map<std::uint64_t, std::uint32_t> latest_;  ///< by layer and value
};

}  // namespace ldfi::check
