// A necessary condition that a state of the search can pass a later answer. Each cas that changes a value
// uses up one time at which the register has the value it expects. Such a time begins when a call sets
// the value. The condition compares these two numbers for each value.
#pragma once

#include <cstdint>
#include <vector>

#include "common/systems/check/register_bits.hpp"
#include "common/systems/check/register_layers.hpp"
#include "common/systems/check/register_states.hpp"

namespace ldfi::check {

class RegisterSupply {
 public:
  /// Keeps references to both.
  RegisterSupply(const std::vector<RegisterCall>& calls, RegisterLayers& layers);

  /// Returns the first layer whose answer cannot fit after `state`, because too few calls set the value
  /// that it needs. Returns RegisterLayers::none if the numbers exclude no answer.
  [[nodiscard]] std::uint32_t first_shortage(const SearchState& state, const SearchBits& bits);

 private:
  /// Calls at a state that set one value, or need it.
  struct Balance {
    std::uint32_t setters = 0;
    std::uint32_t read = RegisterLayers::none;  ///< layer of the first read that needs the value
    std::vector<std::uint32_t> cas;             ///< layers of the cas that use the value up
  };

  void note_needs(const SearchState& state, const SearchBits& bits);
  void note_setters(const SearchState& state, const SearchBits& bits);
  [[nodiscard]] std::uint32_t shortage_of(ValueNumber value, std::uint32_t layer);
  Balance& balance_of(ValueNumber value) { return balances_[static_cast<std::size_t>(value)]; }

  const std::vector<RegisterCall>& calls_;
  RegisterLayers& layers_;
  std::vector<std::vector<std::uint32_t>> arrivals_;  ///< by value: layers at which setters arrive
  std::vector<Balance> balances_;                     ///< by value; empty between two states
  std::vector<ValueNumber> needed_;                   ///< values with a read or a cas; may repeat
};

}  // namespace ldfi::check
