// Reports the reason why an Fspec is not valid.
#pragma once

#include <string>

#include "common/base/errors.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::test {

/// Returns `code: message` of the first problem of these parameters. Empty if they are valid.
inline std::string problem_of(const FspecParameters& parameters) {
  try {
    const Fspec fspec(parameters);
    return "";
  } catch (const InputError& e) {
    return e.diagnostics().front().code + ": " + e.diagnostics().front().message;
  }
}

}  // namespace ldfi::test
