// What a record of a minimisation says that happens, read as somebody else would, without the code that wrote it.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/minimisation.hpp"

namespace ldfi::test {

struct ToldSchedule {
  std::uint32_t externals = 0;  ///< bits: which of the external facts happen
  std::vector<Fault> faults;    ///< what is pending is lost
};

/// Reads the schedule that `m` ends with. `externals` are indices of facts of the program.
[[nodiscard]] ToldSchedule read_schedule(const Minimisation& m, const dedalus::Program& program,
                                         const std::vector<std::uint32_t>& externals,
                                         const Fspec& fspec);

}  // namespace ldfi::test
