// Rows of states as numbers: equal rows have equal numbers, so that states compare as lists of
// numbers. Private to common/dedalus/explore.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::explore {

using Fact = std::uint32_t;

class FactTable {
 public:
  /// `arity` by table of the stepper.
  explicit FactTable(std::vector<std::size_t> arity);

  Fact number(const eval::Stepper::Row& row);
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
  std::vector<Fact> slots_;            ///< fact + 1, or 0; a power of two of them
};

}  // namespace ldfi::explore
