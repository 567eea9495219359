// A line of what ldfi-results prints for people: what it is about, and in the next column what is said.
#pragma once

#include <fmt/core.h>

#include <string>

namespace ldfi::results {

/// Ends with a line feed. A `label` that is wider than its column moves the text.
inline std::string line(const std::string& label, const std::string& text) {
  return fmt::format("{:<16}{}\n", label, text);
}

}  // namespace ldfi::results
