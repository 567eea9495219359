// Shows the progress of a run that another process executes, as a table or as JSON.
#pragma once

#include <string>
#include <vector>

#include "results/json/values.hpp"
#include "results/watch/watched_run.hpp"

namespace ldfi::results {

/// Returns the lines of the table. They have no line breaks, and are printable.
[[nodiscard]] std::vector<std::string> watch_lines(const Seen& seen, const std::string& path);
/// Returns the JSON that docs/how-to/watch-a-run.md describes.
[[nodiscard]] Json watch_json(const Seen& seen, const std::string& path);
/// Returns the first `width` characters of the line.
[[nodiscard]] std::string cut_to(const std::string& line, std::size_t width);

}  // namespace ldfi::results
