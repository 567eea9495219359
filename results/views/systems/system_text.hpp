// Runs about real systems, and their executions, as text and JSON.
#pragma once

#include <optional>
#include <string>

#include "common/record/run.hpp"
#include "results/json/values.hpp"
#include "results/views/systems/history.hpp"
#include "results/views/systems/story.hpp"

namespace ldfi::results {

/// An execution that a user asked for, and its name in headings: `counterexample f1`.
struct ChosenExecution {
  std::size_t number = 0;
  std::string name;
};
/// Reads `f1` (a counterexample), `12` (an execution), `none`, or the faults of an execution. An
/// empty text means the first counterexample or, if there is none, the execution without faults.
/// Throws UsageError if there is no such execution.
[[nodiscard]] ChosenExecution choose_execution(const SystemResult& system, const std::string& text);

/// The verdict, and what was done.
[[nodiscard]] std::string system_summary_text(const RunRecord& run);
/// Of a sweep: what it came to, and a line for each cell.
[[nodiscard]] std::string system_sweep_text(const RunRecord& run);
/// The cells of a sweep, a line each.
[[nodiscard]] std::string system_cells_text(const std::vector<SystemResult>& cells);
/// All of a sweep but what system_json() leaves out.
[[nodiscard]] Json system_sweep_json(const RunRecord& run);
/// The run as if this cell were all there is.
[[nodiscard]] RunRecord run_of_cell(const RunRecord& run, std::size_t cell);
/// The number of a cell, by that or by its name. Throws UsageError if there is none.
[[nodiscard]] std::size_t choose_system_cell(const RunRecord& run,
                                             const std::optional<std::string>& cell);

/// The counterexamples with what they violate and, if `all`, their stories.
[[nodiscard]] std::string counterexamples_text(const RunRecord& run, bool all);
[[nodiscard]] Json counterexamples_json(const SystemResult& system);
/// All but the recordings and what each message came to.
[[nodiscard]] Json system_json(const RunRecord& run);
/// As that of a program, without what only programs have.
[[nodiscard]] Json system_minimisation_json(const Minimisation& minimisation);

/// Each event of an execution, a line each.
[[nodiscard]] std::string events_text(const History& history);
/// What `show` prints of it.
[[nodiscard]] std::string show_execution(const SystemResult& system, const ChosenExecution& chosen);
/// The execution that one is compared with: that which passed and has the nearest faults. Nothing if
/// there is none besides itself.
[[nodiscard]] std::optional<History> good_run_for(const SystemResult& system,
                                                  std::size_t execution);
/// The story of a counterexample; nothing if its recording was not kept.
[[nodiscard]] std::vector<Step> steps_of(const SystemResult& system, std::size_t execution);
/// The same, as lines.
[[nodiscard]] std::string story_of(const SystemResult& system, std::size_t execution);
/// Where two executions part, what they do differently, and the story.
[[nodiscard]] std::string diff_executions(const SystemResult& system, const ChosenExecution& one,
                                          const ChosenExecution& other);
/// The same without the story; the two need not be a bad one and a good one.
[[nodiscard]] Json diff_json(const SystemResult& system, const ChosenExecution& one,
                             const ChosenExecution& other);

}  // namespace ldfi::results
