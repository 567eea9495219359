// A quick test of whether later answers can still fit after a state. A cas that changes a value
// needs that the register gets the value that it expects, and each time that a call sets this value
// serves only one cas. So the test compares two numbers for each value: how often it is set, and
// how often it is needed.
#pragma once

#include <cstdint>
#include <vector>

#include "common/systems/check/register_bits.hpp"
#include "common/systems/check/register_layers.hpp"
#include "common/systems/check/register_states.hpp"

namespace ldfi::check {

class RegisterSupply {
 public:
  /// Keeps references to both arguments.
  RegisterSupply(const std::vector<RegisterCall>& calls, RegisterLayers& layers);

  /// Returns the first layer whose answer cannot fit after the state, because too few calls set the
  /// value that it needs. Returns RegisterLayers::none if the numbers do not exclude any answer.
  [[nodiscard]] std::uint32_t first_shortage(const SearchState& state, const SearchBits& bits);

 private:
  /// How often one value is set, and where it is needed, after a state.
  struct Balance {
    std::uint32_t setters = 0;
    /// Layer of the first read that needs the value, or `none`.
    std::uint32_t read = RegisterLayers::none;
    std::vector<std::uint32_t> cas;  ///< layers of the calls that replace the value
  };

  void note_needs(const SearchState& state, const SearchBits& bits);
  void note_setters(const SearchState& state, const SearchBits& bits);
  [[nodiscard]] std::uint32_t shortage_of(ValueNumber value, std::uint32_t layer);
  Balance& balance_of(ValueNumber value) { return balances_[static_cast<std::size_t>(value)]; }

  const std::vector<RegisterCall>& calls_;
  RegisterLayers& layers_;
  /// For each value, the layers at which calls that set it arrive.
  std::vector<std::vector<std::uint32_t>> arrivals_;
  /// Indexed by value; empty between two calls of first_shortage().
  std::vector<Balance> balances_;
  std::vector<ValueNumber> needed_;  ///< values that a read or a cas needs; may have repetitions
};

}  // namespace ldfi::check
