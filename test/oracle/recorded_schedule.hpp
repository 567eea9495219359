// Reads a schedule (which message arrives when) from the record of a minimisation, without the code
// that wrote the record.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/minimisation.hpp"

namespace ldfi::test {

struct RecordedSchedule {
  /// One bit for each external fact, which is set if the fact happens.
  std::uint32_t externals = 0;
  /// Faults of the schedule; a message that does not arrive is an omission.
  std::vector<Fault> faults;
};

/// Reads the schedule at the end of the minimisation `m`. `externals` are indices of facts of the
/// program.
[[nodiscard]] RecordedSchedule read_schedule(const Minimisation& m, const dedalus::Program& program,
                                             const std::vector<std::uint32_t>& externals,
                                             const Fspec& fspec);

}  // namespace ldfi::test
