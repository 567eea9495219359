// Exports the clauses and the proof of each question in the formats of other programs. With these,
// users need not trust ldfi-check's own check of proofs.
#pragma once

#include <stdexcept>
#include <string>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Creates the folder, which must be absent or empty. Throws CannotWrite.
void begin_export(const std::string& folder);

/// Writes NAME.cnf, the question's clauses in DIMACS, and NAME.drat, its proof in DRAT. Creates the
/// folder if necessary. Throws CannotWrite.
void export_question(const std::string& folder, const std::string& certificate,
                     const Question& question);

/// Thrown if a file cannot be written. The text names the file and the reason.
class CannotWrite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ldfi::certificate
