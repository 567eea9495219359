// What the results say of an Fspec, before and after its search, in the words of the interface.
#pragma once

#include <string>

#include "common/base/errors.hpp"
#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"
#include "common/search/strategy.hpp"
#include "results/sink.hpp"

namespace ldfi::app {

/// A cell that says no more than what its Fspec is, without sizes.
results::Cell empty_cell(const Fspec& fspec);
/// The exact sizes of its fault space, which may have a million digits; a size for which there is
/// no budget stays empty.
void add_sizes(results::Cell& cell, const Fspec& fspec, const BudgetCheck& check);

/// "inclusive" or "exclusive"; "silent" or "halt".
std::string eff_mode_name(EffMode mode);
std::string crash_model_name(CrashModel model);

}  // namespace ldfi::app
