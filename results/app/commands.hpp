// What each command prints.
#pragma once

#include <string>
#include <vector>

#include "common/record/cell_names.hpp"
#include "results/app/command_line.hpp"
#include "results/export/files.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// What a command gives: a text, or the files of a folder.
struct Answer {
  std::string text;
  std::vector<ExportFile> files;
  std::string note;  ///< for the user, on stderr
};

/// Runs the command of `line` on the results `run`.
Answer answer_of(const CommandLine& line, const RunRecord& run);

/// Writes the answer to stdout, or to the file or folder of --output. Throws EnvironmentError.
void write_answer(const CommandLine& line, const Answer& answer);

/// The verdict of every chosen cell and what was done for it.
std::string summary_text(const RunRecord& run, const std::vector<std::size_t>& cells);
std::string summary_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// `the verdict is certified`, apart from known if anything is.
std::string verdict_text(const RunRecord& run, const Cell& cell);

/// The falsifiers of the chosen cells with what they violate: a line for each family, or `all`.
std::string falsifiers_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                            bool all = false);
std::string falsifiers_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// The groups of the falsifiers of the chosen cells, as text, JSON or CSV.
std::string groups_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                        const CommandLine& line);

/// What happens in the execution of a stage of the cell's minimisation, as JSON lines.
std::string schedule_text(const RunRecord& run, std::size_t cell, const std::string& stage);

/// The stages of the cell's minimisation, or of a real system's, as text, JSON or CSV.
std::string minimisation_answer(const RunRecord& run, std::size_t cell, const CommandLine& line);

/// What show, lamport and export say of the stage that the command line names, or of two.
std::string stage_answer(const RunRecord& run, std::size_t cell, const CommandLine& line);
/// The execution of a stage as show_text tells one.
std::string show_stage_text(const RunRecord& run, std::size_t cell, const std::string& stage,
                            bool all_state);

/// What the executions of the chosen cells cover, as text or JSON.
std::string coverage_text(const RunRecord& run, const std::vector<std::size_t>& cells,
                          const CommandLine& line);

/// The command that replays a fault set, in its written form, of one of the run's cells.
std::string replay_of(const RunRecord& run, const Cell& cell, const CellNames& names,
                      const std::string& faults);

/// One execution, tick by tick; `all_state`: everything that holds, not only what changes.
std::string show_text(const RunRecord& run, std::size_t cell, const std::string& chosen,
                      bool all_state);

/// One execution as an SVG file.
std::string lamport_svg(const RunRecord& run, std::size_t cell, const std::string& chosen);

/// The lineage of one execution's outcome or, if the command line names a goal, of that goal: as
/// text, DOT or SVG. Without graphviz an SVG becomes DOT, and `note` says so.
std::string lineage_text(const RunRecord& run, std::size_t cell, const CommandLine& line,
                         std::string& note);

/// Compares a run with a good one. An empty `second` means the failure-free run, `nearest` means
/// nearest_good().
std::string diff_text(const RunRecord& run, std::size_t cell, const std::string& first,
                      const std::string& second);

/// The report on the chosen cells.
std::string report_html(const RunRecord& run, const std::vector<std::size_t>& cells,
                        const CommandLine& line);

/// The reports on the runs of line.files, in this order, as one page.
std::string collection_html(const std::vector<RunRecord>& runs, const CommandLine& line);

/// `falsifier f1 of kafka.ded`.
std::string title_of(const RunRecord& run, const std::string& name);

}  // namespace ldfi::results
