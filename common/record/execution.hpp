// One forward execution: its faults and its outcome.
#pragma once

#include <cstdint>
#include <optional>

#include "common/faults/fault_set.hpp"
#include "common/record/verdict.hpp"

namespace ldfi {

struct Execution {
  std::uint64_t id = 0;                 ///< unique within its search
  std::optional<std::uint64_t> parent;  ///< execution whose lineage led to this one, if any
  FaultSet faults;
  Outcome outcome = Outcome::holds;
  std::uint64_t execute_ns = 0;  ///< time of the forward execution alone

  /// Returns the parent as files write it: -1 if there is none.
  [[nodiscard]] std::int64_t parent_or_none() const {
    return parent ? static_cast<std::int64_t>(*parent) : -1;
  }
};

}  // namespace ldfi
