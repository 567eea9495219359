// Reads the text of a fault set and writes it again.
#pragma once

#include <string>

#include "common/base/errors.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::test {

/// Reads `text` as a fault set, and returns the text of the result. If `text` cannot be read,
/// returns all problems as "code: message; ".
inline std::string reread(const std::string& text, const Fspec& fspec) {
  try {
    return to_text(parse_fault_set(text, fspec, FileId(0U)), fspec);
  } catch (const InputError& e) {
    std::string all;
    for (const auto& d : e.diagnostics()) all += d.code + ": " + d.message + "; ";
    return all;
  }
}

}  // namespace ldfi::test
