// The functions that answer commands. Each function stores its result in the text, the files or the
// note of `answer`. Functions about programs use the cells that --cell names, or all cells.
#pragma once

#include "results/app/commands.hpp"

namespace ldfi::results {

void program_summary(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_falsifiers(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_minimisation(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_groups(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_coverage(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_show(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_diagram(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_lineage(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_diff(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_report(const CommandLine& line, const RunRecord& run, Answer& answer);
void program_export(const CommandLine& line, const RunRecord& run, Answer& answer);

// Functions for a run of a real system, or for one cell of its sweep.
void system_summary(const CommandLine& line, const RunRecord& run, Answer& answer);
void system_falsifiers(const CommandLine& line, const RunRecord& run, Answer& answer);
void system_minimisation(const CommandLine& line, const RunRecord& run, Answer& answer);
void system_show(const CommandLine& line, const RunRecord& run, Answer& answer);
void system_diagram(const CommandLine& line, const RunRecord& run, Answer& answer);
void system_diff(const CommandLine& line, const RunRecord& run, Answer& answer);
void system_report_page(const CommandLine& line, const RunRecord& run, Answer& answer);
void system_export(const CommandLine& line, const RunRecord& run, Answer& answer);

// Functions for all cells of a sweep over a real system.
void sweep_summary(const CommandLine& line, const RunRecord& run, Answer& answer);
void sweep_falsifiers(const CommandLine& line, const RunRecord& run, Answer& answer);
void sweep_export(const CommandLine& line, const RunRecord& run, Answer& answer);

}  // namespace ldfi::results
