// Formats a line of text for people: a label, and a value in the next column.
#pragma once

#include <fmt/core.h>

#include <string>

namespace ldfi::results {

/// Returns the line with a line break. If `label` is wider than its column, `text` begins right
/// after the label.
inline std::string line(const std::string& label, const std::string& text) {
  return fmt::format("{:<16}{}\n", label, text);
}

}  // namespace ldfi::results
