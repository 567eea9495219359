// Makes texts and JSON about runs of real systems, and about their executions.
#pragma once

#include <optional>
#include <string>

#include "common/record/run.hpp"
#include "results/json/values.hpp"
#include "results/views/systems/history.hpp"
#include "results/views/systems/story.hpp"

namespace ldfi::results {

/// An execution that a user has chosen, and its name in headings, such as `counterexample f1`.
struct ChosenExecution {
  std::size_t number = 0;
  std::string name;
};
/// Reads `f1` (a counterexample), `12` (an execution), `none`, or the faults of an execution. An
/// empty text means the first counterexample. If there are no counterexamples, it means the first
/// execution. Throws UsageError if there is no such execution.
[[nodiscard]] ChosenExecution choose_execution(const SystemResult& system, const std::string& text);

/// Returns the summary of a run: the system, the verdict, and the number of executions.
[[nodiscard]] std::string system_summary_text(const RunRecord& run);
/// Returns the summary of a sweep, with a line for each cell.
[[nodiscard]] std::string system_sweep_text(const RunRecord& run);
/// Returns a table with a line for each cell of a sweep.
[[nodiscard]] std::string system_cells_text(const std::vector<SystemResult>& cells);
/// Returns the verdict of a sweep, and the result of system_json() for each cell.
[[nodiscard]] Json system_sweep_json(const RunRecord& run);
/// Returns a run that has only the cell of a sweep with this index.
[[nodiscard]] RunRecord run_of_cell(const RunRecord& run, std::size_t cell);
/// Returns the index of the cell with this number or name. Without a number or name, returns 0 if
/// the sweep has only one cell. Throws UsageError if there is no such cell.
[[nodiscard]] std::size_t choose_system_cell(const RunRecord& run,
                                             const std::optional<std::string>& cell);

/// Returns the counterexamples and the promises that they violate. With `all`, also returns a story
/// for each counterexample, which explains it in sentences.
[[nodiscard]] std::string counterexamples_text(const RunRecord& run, bool all);
[[nodiscard]] Json counterexamples_json(const SystemResult& system);
/// Returns the run as JSON, but without recordings, and without what happened to each message.
[[nodiscard]] Json system_json(const RunRecord& run);
/// Returns the minimisation in the same form as for programs, but without members that only
/// programs have, such as `relations`.
[[nodiscard]] Json system_minimisation_json(const Minimisation& minimisation);

/// Returns the events of an execution, one on each line.
[[nodiscard]] std::string events_text(const History& history);
/// Returns the text of `ldfi-results show` about an execution.
[[nodiscard]] std::string show_execution(const SystemResult& system, const ChosenExecution& chosen);
/// Returns the passing execution with the most similar faults. Returns nullopt if there is none, or
/// if it is `execution` itself.
[[nodiscard]] std::optional<History> good_run_for(const SystemResult& system,
                                                  std::size_t execution);
/// Returns an explanation of a counterexample in sentences. Empty if the recording was not kept.
[[nodiscard]] std::vector<Step> steps_of(const SystemResult& system, std::size_t execution);
/// Returns the sentences of steps_of() as lines. Empty if the recording was not kept.
[[nodiscard]] std::string story_of(const SystemResult& system, std::size_t execution);
/// Returns the text of `ldfi-results diff`: the event at which two executions diverge, an
/// explanation, and the differences.
[[nodiscard]] std::string diff_executions(const SystemResult& system, const ChosenExecution& one,
                                          const ChosenExecution& other);
/// Returns the event at which two executions diverge, and the differences, as JSON. The executions may have
/// the same result.
[[nodiscard]] Json diff_json(const SystemResult& system, const ChosenExecution& one,
                             const ChosenExecution& other);

}  // namespace ldfi::results
