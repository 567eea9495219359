// The commands for runs about real systems, and for recordings of one execution.
#pragma once

#include "results/app/commands.hpp"

namespace ldfi::results {

/// What the command of `line` gives for a run that is about a real system. Throws InputError for
/// commands that are about programs alone.
Answer answer_of_system(const CommandLine& line, const RunRecord& run);

/// True if a file of that name is a recording by its ending (`.jsonl`).
[[nodiscard]] bool is_recording(const std::string& path);
/// One recording (docs/reference/recording-format.md) as a run with that execution. Throws EnvironmentError, and
/// SourcedError for what is no recording.
[[nodiscard]] RunRecord run_of_recording(const std::string& path);

}  // namespace ldfi::results
