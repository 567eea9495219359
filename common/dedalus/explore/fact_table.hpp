// Gives numbers to the rows of states. Equal rows get equal numbers, so states can be compared as
// lists of numbers. Private to common/dedalus/explore.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::explore {

using Fact = std::uint32_t;

class FactTable {
 public:
  /// `arity` has the number of columns of each table, as returned by Stepper::arities().
  explicit FactTable(std::vector<std::size_t> arity);

  /// Returns the number of a row, and adds the row if it is new. The row's table must be an index
  /// of `arity`.
  Fact number(const eval::Stepper::Row& row);
  /// Returns the row with a number that number() returned. The row's tuple is valid until the next
  /// call of number().
  [[nodiscard]] eval::Stepper::Row row(Fact f) const {
    return {table_[f], values_.data() + begin_[f]};
  }
  [[nodiscard]] std::size_t bytes() const;

 private:
  [[nodiscard]] bool same(Fact f, const eval::Stepper::Row& row) const;
  void grow();

  std::vector<std::size_t> arity_;
  std::vector<std::uint32_t> table_;  ///< indexed by fact
  std::vector<std::size_t> begin_;    ///< for each fact, the index of its first value in values_
  std::vector<eval::Value> values_;
  std::vector<std::uint32_t> hashes_;  ///< for each fact, its hash
  /// Hash table with open addressing. A slot holds a fact plus 1, or 0 if it is free. The number of
  /// slots is a power of two.
  std::vector<Fact> slots_;
};

}  // namespace ldfi::explore
