// Checks the limits of time and memory in long computations of this process.
#pragma once

#include "common/base/meter.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// A run that is out of budget must still end, so each stage has a higher limit than the one before. The
/// last one exceeds the limit by a quarter, and at least by half a second or 48 MiB.
enum class Stage : std::uint8_t {
  searching,
  replaying,  ///< replaying what was found, and making derivation graphs
  writing,    ///< writing the results
};

/// Returns a check that throws BudgetExceeded once `seconds()`, which counts from the start of the run,
/// exceeds --time-limit, or the process uses more than --memory-limit. Empty if neither is set.
BudgetCheck budget_check(const config::Options& options, std::function<double()> seconds,
                         Stage stage = Stage::searching);
/// The same, with a time that starts here.
BudgetCheck budget_check(const config::Options& options);

/// Returns a check for derivation graphs. In addition to `check`, twice the memory that the graphs have
/// taken must still fit under the limit, since writing them takes copies.
BudgetCheck graph_check(const config::Options& options, BudgetCheck check);
/// Returns the message for graphs that are left out because this budget ("time") ran out.
std::string left_out(const std::string& budget);

}  // namespace ldfi::app
