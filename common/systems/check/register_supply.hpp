// A quick test of whether a state of the search can still lead to a solution. A cas
// (compare-and-set) that changes a value needs the register to have the expected value. Each call
// that sets this value serves only one such cas. So the test compares for each value how often it
// is set and how often it is needed.
#pragma once

#include <cstdint>
#include <vector>

#include "common/systems/check/register_bits.hpp"
#include "common/systems/check/register_layers.hpp"
#include "common/systems/check/register_states.hpp"

namespace ldfi::check {

class RegisterSupply {
 public:
  /// The arguments must outlive this object.
  RegisterSupply(const std::vector<RegisterCall>& calls, RegisterLayers& layers);

  /// Returns the first layer whose answer is impossible after the state, because too few calls set
  /// the value that the answer needs. Returns RegisterLayers::none if the numbers exclude no
  /// answer.
  [[nodiscard]] std::uint32_t first_shortage(const SearchState& state, const SearchBits& bits);

 private:
  /// How often one value is set after a state, and at which layers it is needed.
  struct Balance {
    std::uint32_t setters = 0;
    /// Layer of the first read that needs the value, or `none`.
    std::uint32_t read = RegisterLayers::none;
    std::vector<std::uint32_t> cas;  ///< layers of the compare-and-set calls that replace the value
                                     ///< by another one
  };

  void note_needs(const SearchState& state, const SearchBits& bits);
  void note_setters(const SearchState& state, const SearchBits& bits);
  [[nodiscard]] std::uint32_t shortage_of(ValueNumber value, std::uint32_t layer);
  Balance& balance_of(ValueNumber value) { return balances_[static_cast<std::size_t>(value)]; }

  const std::vector<RegisterCall>& calls_;
  RegisterLayers& layers_;
  /// For each value, the layers at which calls that set the value are requested.
  std::vector<std::vector<std::uint32_t>> arrivals_;
  /// Indexed by value. All entries are empty between two calls of first_shortage().
  std::vector<Balance> balances_;
  std::vector<ValueNumber> needed_;  ///< values that a read or a cas needs; may have repetitions
};

}  // namespace ldfi::check
