// Checks the limits on time and memory during long computations in this process.
#pragma once

#include "common/base/meter.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// The stages of a run, each with a higher limit than the one before, because a run whose budget is used up
/// must still end properly. The limit of the last stage exceeds the user's limit by a quarter, and at least
/// by half a second or 48 MiB.
enum class Stage : std::uint8_t {
  searching,
  replaying,  ///< replaying the counterexamples, and making derivation graphs
  writing,    ///< writing the results
};

/// Returns a check that throws BudgetExceeded if `seconds()`, the time since the start of the run,
/// exceeds --time-limit, or if the process uses more than --memory-limit. Returns an empty function
/// if neither limit is set.
BudgetCheck budget_check(const config::Options& options, std::function<double()> seconds,
                         Stage stage = Stage::searching);
/// Returns the same check, with a time that starts at this call.
BudgetCheck budget_check(const config::Options& options);

/// Returns a check for the making of derivation graphs. It does what `check` does, and also reserves twice
/// the memory that the graphs have taken so far, because writing the graphs takes copies.
BudgetCheck graph_check(const config::Options& options, BudgetCheck check);
/// Returns the message that graphs are left out because this budget, such as "time", ran out.
std::string left_out(const std::string& budget);

}  // namespace ldfi::app
