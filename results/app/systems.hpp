// The commands for runs about real systems, and for recordings of one execution.
#pragma once

#include "results/app/commands.hpp"

namespace ldfi::results {

/// Returns the answer of a command about a run of a real system. Throws InputError for commands
/// that are about programs only.
Answer answer_of_system(const CommandLine& line, const RunRecord& run);

/// Returns true if the name ends in `.jsonl`, as the name of a recording does.
[[nodiscard]] bool is_recording(const std::string& path);
/// Reads one recording (docs/reference/recording-format.md) as a run with that execution. Throws
/// EnvironmentError, or SourcedError if the file is not a recording.
[[nodiscard]] RunRecord run_of_recording(const std::string& path);

}  // namespace ldfi::results
