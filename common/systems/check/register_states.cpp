#include "common/systems/check/register_states.hpp"

#include <algorithm>

namespace ldfi::check {
namespace {

/// Largest number of stored states that a new state is compared with. More comparisons would cost
/// more time than they save.
constexpr int most_compared = 32;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  hash ^= more + 0x9E3779B97F4A7C15U + (hash << 6U) + (hash >> 2U);
  hash *= 0xBF58476D1CE4E5B9U;
  return hash ^ (hash >> 29U);
}

std::uint64_t place_of(const SearchState& state) {
  return static_cast<std::uint64_t>(state.layer) << 32U | static_cast<std::uint32_t>(state.value);
}

}  // namespace

RegisterStates::RegisterStates(std::uint32_t slots)
    : words_((slots + 63U) / 64U), table_(1024, no_call) {}

std::size_t RegisterStates::bytes_per_state() const {
  // Estimates the bytes for each state. The hash table is at most half full. An entry of `latest_`
  // takes about 48 bytes.
  return sizeof(SearchState) + 2 * words_ * sizeof(std::uint64_t) + sizeof(std::uint64_t) +
         5 * sizeof(std::uint32_t) + 48;
}

std::uint64_t RegisterStates::hash_of(const SearchState& state, const SearchBits& bits) const {
  std::uint64_t hash = mixed(place_of(state), std::uint64_t{state.unread} << 1U |
                                                  static_cast<std::uint64_t>(state.before_cas));
  for (std::size_t i = 0; i < words_; ++i) hash = mixed(mixed(hash, bits.must[i]), bits.may[i]);
  return hash;
}

bool RegisterStates::is_better(std::uint32_t i, const SearchState& state,
                               const SearchBits& bits) const {
  const SearchState& other = states_[i];
  if (other.before_cas != state.before_cas || other.unread < state.unread) return false;
  const std::uint64_t* must = bits_.data() + 2 * words_ * i;
  const std::uint64_t* may = must + words_;
  for (std::size_t w = 0; w < words_; ++w) {
    if ((must[w] & ~bits.must[w]) != 0 || (bits.may[w] & ~may[w]) != 0) return false;
  }
  return true;
}

void RegisterStates::grow_table() {
  if (2 * (states_.size() + 1) <= table_.size()) return;
  table_.assign(2 * table_.size(), no_call);
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    std::size_t at = hashes_[i] & (table_.size() - 1);
    while (table_[at] != no_call) at = (at + 1) & (table_.size() - 1);
    table_[at] = i;
  }
}

bool RegisterStates::keep(const SearchState& state, const SearchBits& bits) {
  grow_table();
  const std::uint64_t hash = hash_of(state, bits);
  std::size_t at = hash & (table_.size() - 1);
  for (; table_[at] != no_call; at = (at + 1) & (table_.size() - 1)) {
    const std::uint32_t i = table_[at];
    if (hashes_[i] == hash && place_of(states_[i]) == place_of(state) &&
        is_better(i, state, bits)) {
      return false;
    }
  }
  const auto id = static_cast<std::uint32_t>(states_.size());
  const auto [latest, first] = latest_.emplace(place_of(state), no_call);
  std::uint32_t other = latest->second;
  for (int i = 0; i < most_compared && other != no_call; ++i, other = earlier_[other]) {
    if (is_better(other, state, bits)) return false;
  }
  table_[at] = id;
  earlier_.push_back(latest->second);
  latest->second = id;
  hashes_.push_back(hash);
  states_.push_back(state);
  bits_.insert(bits_.end(), bits.must.begin(), bits.must.end());
  bits_.insert(bits_.end(), bits.may.begin(), bits.may.end());
  return true;
}

void RegisterStates::copy_bits(std::uint32_t i, SearchBits& out) const {
  const auto begin = bits_.begin() + static_cast<std::ptrdiff_t>(2 * words_ * i);
  const auto middle = begin + static_cast<std::ptrdiff_t>(words_);
  out.must.assign(begin, middle);
  out.may.assign(middle, middle + static_cast<std::ptrdiff_t>(words_));
}

}  // namespace ldfi::check
