// Formats a line of ldfi-results for people: a label, and a text in the next column.
#pragma once

#include <fmt/core.h>

#include <string>

namespace ldfi::results {

/// Returns the line with a line feed. A `label` that is wider than its column moves the text.
inline std::string line(const std::string& label, const std::string& text) {
  return fmt::format("{:<16}{}\n", label, text);
}

}  // namespace ldfi::results
