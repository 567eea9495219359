// The functions that answer the commands of ldfi-results about a run.
#pragma once

#include <string>
#include <vector>

#include "common/record/cell_names.hpp"
#include "results/app/command_line.hpp"
#include "results/export/files.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// The result of a command: either a text, or files that are written into a folder.
struct Answer {
  std::string text;
  std::vector<ExportFile> files;
  std::string note;  ///< message for the user, printed on stderr
};

/// Runs the command of `line` on the results `run`.
Answer answer_of(const CommandLine& line, const RunRecord& run);

/// Writes the answer to stdout, or to the file or folder of --output. Throws EnvironmentError.
void write_answer(const CommandLine& line, const Answer& answer);

/// Returns the verdicts of the chosen cells, and how many fault sets were searched.
std::string summary_text(const RunRecord& run, const std::vector<std::size_t>& cells);
std::string summary_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// Returns a sentence such as `the verdict is certified`. The sentence also says if the run left
/// out counterexamples that were known before.
std::string verdict_text(const RunRecord& run, const Cell& cell);

/// Returns the counterexamples of the chosen cells and what they violate, one line for each family
/// (the same faults at other times). With `all`, returns one line for each counterexample.
std::string falsifiers_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                            bool all = false);
std::string falsifiers_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// Returns the groups of the chosen cells' counterexamples, which have the same cause, as text,
/// JSON or CSV.
std::string groups_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                        const CommandLine& line);

/// Returns the events of one step of the cell's minimisation, as JSON lines.
std::string schedule_text(const RunRecord& run, std::size_t cell, const std::string& stage);

/// Returns the steps of the cell's minimisation, or of a real system's minimisation, as text, JSON
/// or CSV.
std::string minimisation_answer(const RunRecord& run, std::size_t cell, const CommandLine& line);

/// Returns what `show`, `lamport` and `export` print about the minimisation steps (stages) that the
/// command line names.
std::string stage_answer(const RunRecord& run, std::size_t cell, const CommandLine& line);
/// Returns the execution of a step of the minimisation, in the form of show_text().
std::string show_stage_text(const RunRecord& run, std::size_t cell, const std::string& stage,
                            bool all_state);

/// Returns which possible failures the executions of the chosen cells have tried, as text or JSON.
std::string coverage_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                          const CommandLine& line);

/// Returns the command that replays a fault set of a cell. `faults` is the written form of the fault set.
std::string replay_of(const RunRecord& run, const Cell& cell, const CellNames& names,
                      const std::string& faults);

/// Returns an execution, tick by tick. With `all_state`, shows all facts that hold at a tick,
/// otherwise only facts that are new or lost.
std::string show_text(const RunRecord& run, std::size_t cell, const std::string& chosen,
                      bool all_state);

/// Returns the diagram of one execution as an SVG file.
std::string lamport_svg(const RunRecord& run, std::size_t cell, const std::string& chosen);

/// Returns the facts and messages from which the execution's outcome follows (its lineage). If the
/// command line names a fact, returns the lineage of this fact. The form is text, DOT or SVG. If
/// graphviz is missing, returns DOT instead of SVG, and sets `note`.
std::string lineage_text(const RunRecord& run, std::size_t cell, const CommandLine& line,
                         std::string& note);

/// Compares an execution with one that passes. An empty `second` means the failure-free run. The
/// text `nearest` means the result of nearest_good().
std::string diff_text(const RunRecord& run, std::size_t cell, const std::string& first,
                      const std::string& second);

/// Returns the report on the chosen cells.
std::string report_html(const RunRecord& run, const std::vector<std::size_t>& cells,
                        const CommandLine& line);

/// Returns one page with the reports on the runs of line.files, in this order.
std::string collection_html(const std::vector<RunRecord>& runs, const CommandLine& line);

/// Returns the title of an execution, such as `falsifier f1 of kafka.ded`. A falsifier is a
/// counterexample.
std::string title_of(const RunRecord& run, const std::string& name);

}  // namespace ldfi::results
