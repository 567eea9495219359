// Shows a run that another process executes, for people and for scripts.
#pragma once

#include <string>
#include <vector>

#include "results/json/values.hpp"
#include "results/watch/watched.hpp"

namespace ldfi::results {

/// Returns the lines of the table, without line breaks and without bytes that control a terminal.
[[nodiscard]] std::vector<std::string> watch_lines(const Seen& seen, const std::string& path);
/// Returns the JSON that docs/how-to/watch-a-run.md describes.
[[nodiscard]] Json watch_json(const Seen& seen, const std::string& path);
/// Returns at most `width` characters of `line`.
[[nodiscard]] std::string cut_to(const std::string& line, std::size_t width);

}  // namespace ldfi::results
