// Numbers the rows of states: equal rows have equal numbers, so states compare as lists of numbers.
// Private to common/dedalus/explore.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::explore {

using Fact = std::uint32_t;

class FactTable {
 public:
  /// `arity`: Stepper::arities().
  explicit FactTable(std::vector<std::size_t> arity);

  /// The number of a row, whose table must be one of the stepper's; a new row is added.
  Fact number(const eval::Stepper::Row& row);
  /// The row; its tuple is valid until the next number(). Requires a number from number().
  [[nodiscard]] eval::Stepper::Row row(Fact f) const {
    return {table_[f], values_.data() + begin_[f]};
  }
  [[nodiscard]] std::size_t bytes() const;

 private:
  [[nodiscard]] bool same(Fact f, const eval::Stepper::Row& row) const;
  void grow();

  std::vector<std::size_t> arity_;
  std::vector<std::uint32_t> table_;  ///< by fact
  std::vector<std::size_t> begin_;    ///< by fact, in values_
  std::vector<eval::Value> values_;
  std::vector<std::uint32_t> hashes_;  ///< by fact
  std::vector<Fact> slots_;            ///< fact + 1, or 0 if free; their number is a power of two
};

}  // namespace ldfi::explore
