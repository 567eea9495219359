// One execution that a search has made: the faults, and the outcome.
#pragma once

#include <cstdint>
#include <optional>

#include "common/faults/fault_set.hpp"
#include "common/record/verdict.hpp"

namespace ldfi {

struct Execution {
  std::uint64_t id = 0;  ///< number of the execution, unique within its search
  /// Id of the execution from whose lineage the search derived this fault set; nullopt if there is
  /// none.
  std::optional<std::uint64_t> parent;
  FaultSet faults;
  Outcome outcome = Outcome::holds;
  std::uint64_t execute_ns = 0;  ///< duration of the execution alone, in nanoseconds

  /// Returns the id of the parent, or -1 if the execution has no parent. Files store this number.
  [[nodiscard]] std::int64_t parent_or_none() const {
    return parent ? static_cast<std::int64_t>(*parent) : -1;
  }
};

}  // namespace ldfi
