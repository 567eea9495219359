// The limits of time and memory, for computations in this process that only they would end.
#pragma once

#include "common/base/meter.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// A run that is out of budget still has to end: each stage may go a little beyond the one before,
/// and all of them together by a quarter of the limit (but by half a second or 48 MiB in any case).
enum class Stage : std::uint8_t {
  searching,
  replaying,  ///< what was found, and making derivation graphs
  writing,    ///< the results
};

/// Throws BudgetExceeded once `seconds()`, which counts from the start of the run, is beyond
/// --time-limit, or the process uses more than --memory-limit. Empty if there is neither.
BudgetCheck budget_check(const config::Options& options, std::function<double()> seconds,
                         Stage stage = Stage::searching);
/// As above, with a time that starts here.
BudgetCheck budget_check(const config::Options& options);

/// For derivation graphs: `check`, and what they have taken since then must fit twice more under
/// the limit on memory, since writing them takes copies.
BudgetCheck graph_check(const config::Options& options, BudgetCheck check);
/// What to say of graphs that a budget ("time") does not allow.
std::string left_out(const std::string& budget);

}  // namespace ldfi::app
