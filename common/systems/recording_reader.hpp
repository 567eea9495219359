// Reads a recording: a line of JSON for each event. What is not understood is an error, since what a
// recording leaves out could make a wrong proof.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Reads the lines of a recording. Reports every problem with its place, up to a hundred; `file` is
/// that of `text` in the caller's sources. Nothing if there is one.
std::optional<Recording> read_recording(const std::string& name, const std::string& text,
                                        FileId file, std::vector<Diagnostic>& problems);

}  // namespace ldfi::systems
