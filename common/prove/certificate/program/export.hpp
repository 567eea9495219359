// Writes what a proof of a certificate refutes and the proof itself in the formats of other programs,
// which then need not trust ldfi-check's own check of proofs.
#pragma once

#include <stdexcept>
#include <string>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Makes the folder; it must be absent or empty. Throws CannotWrite.
void begin_export(const std::string& folder);

/// NAME.cnf, the question's clauses in DIMACS, and NAME.drat, a copy of its proof in the certificate,
/// in DRAT. Makes the folder if it is absent. Throws CannotWrite.
void export_question(const std::string& folder, const std::string& certificate,
                     const Question& question);

/// The text says what cannot be written, and why.
class CannotWrite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ldfi::certificate
