// Reads the schedule in the record of a minimisation, without the code that wrote the record.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/minimisation.hpp"

namespace ldfi::test {

struct ToldSchedule {
  std::uint32_t externals = 0;  ///< a bit for each external fact, set if the fact happens
  std::vector<Fault> faults;    ///< faults of the schedule; pending messages are omissions
};

/// Reads the schedule that `m` ends with. `externals` are indices of facts of the program.
[[nodiscard]] ToldSchedule read_schedule(const Minimisation& m, const dedalus::Program& program,
                                         const std::vector<std::uint32_t>& externals,
                                         const Fspec& fspec);

}  // namespace ldfi::test
