// The commands about runs of real systems, and about files with the recording of one execution.
#pragma once

#include "results/app/commands.hpp"

namespace ldfi::results {

/// Returns the answer to a command about a run of a real system. Throws InputError if the command
/// is only for programs.
Answer answer_of_system(const CommandLine& line, const RunRecord& run);

/// Returns true if the file's name ends in `.jsonl`, as names of recordings do.
[[nodiscard]] bool is_recording(const std::string& path);
/// Reads a recording (docs/reference/recording-format.md) as a run with this one execution. Throws
/// EnvironmentError, or SourcedError if the file is not a recording.
[[nodiscard]] RunRecord run_of_recording(const std::string& path);

}  // namespace ldfi::results
