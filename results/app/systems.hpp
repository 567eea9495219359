// The commands about runs of real systems, and about single recordings.
#pragma once

#include "results/app/commands.hpp"

namespace ldfi::results {

/// Returns the answer to a command about a run of a real system. Throws InputError for a command that is only
/// for programs.
Answer answer_of_system(const CommandLine& line, const RunRecord& run);

/// Returns true if the name ends in `.jsonl`, as the name of a recording does.
[[nodiscard]] bool is_recording(const std::string& path);
/// Reads one recording (docs/reference/recording-format.md) as a run with that execution. Throws
/// EnvironmentError, or SourcedError if the file is not a recording.
[[nodiscard]] RunRecord run_of_recording(const std::string& path);

}  // namespace ldfi::results
