// The answers of all commands.
#pragma once

#include <string>
#include <vector>

#include "common/record/cell_names.hpp"
#include "results/app/command_line.hpp"
#include "results/export/files.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// The result of a command: a text, or files for a folder.
struct Answer {
  std::string text;
  std::vector<ExportFile> files;
  std::string note;  ///< text for the user, printed on stderr
};

/// Runs the command of `line` on the results `run`.
Answer answer_of(const CommandLine& line, const RunRecord& run);

/// Writes the answer to stdout, or to the file or folder of --output. Throws EnvironmentError.
void write_answer(const CommandLine& line, const Answer& answer);

/// Returns the verdicts of the chosen cells, and how much was searched.
std::string summary_text(const RunRecord& run, const std::vector<std::size_t>& cells);
std::string summary_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// Returns a sentence such as `the verdict is certified`. If the run left out known falsifiers, the sentence
/// says so.
std::string verdict_text(const RunRecord& run, const Cell& cell);

/// Returns the falsifiers of the chosen cells and what they violate, one line for each family or, if `all`,
/// for each falsifier.
std::string falsifiers_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                            bool all = false);
std::string falsifiers_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// Returns the groups of the chosen cells' falsifiers as text, JSON or CSV.
std::string groups_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                        const CommandLine& line);

/// Returns the events of a stage of the cell's minimisation, as JSON lines.
std::string schedule_text(const RunRecord& run, std::size_t cell, const std::string& stage);

/// Returns the stages of the cell's minimisation, or of a real system's minimisation, as text, JSON or CSV.
std::string minimisation_answer(const RunRecord& run, std::size_t cell, const CommandLine& line);

/// Returns what `show`, `lamport` and `export` print about the stages that the command line names.
std::string stage_answer(const RunRecord& run, std::size_t cell, const CommandLine& line);
/// Returns the execution of a stage, in the form of show_text().
std::string show_stage_text(const RunRecord& run, std::size_t cell, const std::string& stage,
                            bool all_state);

/// Returns what the executions of the chosen cells cover, as text or JSON.
std::string coverage_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                          const CommandLine& line);

/// Returns the command that replays a fault set of a cell. `faults` is the written form of the fault set.
std::string replay_of(const RunRecord& run, const Cell& cell, const CellNames& names,
                      const std::string& faults);

/// Returns an execution, tick by tick. `all_state` adds everything that holds at a tick; otherwise only
/// changes are shown.
std::string show_text(const RunRecord& run, std::size_t cell, const std::string& chosen,
                      bool all_state);

/// Returns the diagram of one execution as an SVG file.
std::string lamport_svg(const RunRecord& run, std::size_t cell, const std::string& chosen);

/// Returns the lineage of an execution's outcome, or of the goal that the command line names, as text, DOT or
/// SVG. If graphviz is missing, returns DOT instead of SVG and sets `note`.
std::string lineage_text(const RunRecord& run, std::size_t cell, const CommandLine& line,
                         std::string& note);

/// Compares an execution with one that passes. If `second` is empty, that is the failure-free run. If it is
/// `nearest`, that is the result of nearest_good().
std::string diff_text(const RunRecord& run, std::size_t cell, const std::string& first,
                      const std::string& second);

/// Returns the report on the chosen cells.
std::string report_html(const RunRecord& run, const std::vector<std::size_t>& cells,
                        const CommandLine& line);

/// Returns one page with the reports on the runs of line.files, in this order.
std::string collection_html(const std::vector<RunRecord>& runs, const CommandLine& line);

/// Returns the title of an execution, such as `falsifier f1 of kafka.ded`.
std::string title_of(const RunRecord& run, const std::string& name);

}  // namespace ldfi::results
