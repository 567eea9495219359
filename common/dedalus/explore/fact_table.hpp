// Numbers the rows of states. Equal rows have equal numbers, so states are compared as lists of
// numbers. Private to common/dedalus/explore.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::explore {

using Fact = std::uint32_t;

class FactTable {
 public:
  /// `arity`: the result of Stepper::arities().
  explicit FactTable(std::vector<std::size_t> arity);

  /// Returns the number of a row, whose table must be one of the stepper's. Adds the row if it is
  /// new.
  Fact number(const eval::Stepper::Row& row);
  /// Returns the row. Its tuple is valid until the next number(). Requires a number from number().
  [[nodiscard]] eval::Stepper::Row row(Fact f) const {
    return {table_[f], values_.data() + begin_[f]};
  }
  [[nodiscard]] std::size_t bytes() const;

 private:
  [[nodiscard]] bool same(Fact f, const eval::Stepper::Row& row) const;
  void grow();

  std::vector<std::size_t> arity_;
  std::vector<std::uint32_t> table_;  ///< by fact
  std::vector<std::size_t> begin_;    ///< by fact: index into values_
  std::vector<eval::Value> values_;
  std::vector<std::uint32_t> hashes_;  ///< by fact
  std::vector<Fact> slots_;            ///< fact + 1, or 0 if free; the size is a power of two
};

}  // namespace ldfi::explore
