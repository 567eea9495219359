// A run that goes on elsewhere, for people and for scripts.
#pragma once

#include <string>
#include <vector>

#include "results/json/values.hpp"
#include "results/watch/watched.hpp"

namespace ldfi::results {

/// The lines of the table, without line breaks; no byte in them controls a terminal.
[[nodiscard]] std::vector<std::string> watch_lines(const Seen& seen, const std::string& path);
/// As docs/how-to/watch-a-run.md says.
[[nodiscard]] Json watch_json(const Seen& seen, const std::string& path);
/// At most `width` characters of `line`.
[[nodiscard]] std::string cut_to(const std::string& line, std::size_t width);

}  // namespace ldfi::results
