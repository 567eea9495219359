// Exports the clauses and the proof of each question in standard formats, so that users can also
// check the proofs with other programs.
#pragma once

#include <stdexcept>
#include <string>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Creates the folder. Throws CannotWrite if the folder exists and is not empty, or cannot be
/// created.
void begin_export(const std::string& folder);

/// Writes the question's clauses to NAME.cnf in the format DIMACS, and its proof to NAME.drat in
/// the format DRAT. Creates the folder if necessary. Throws CannotWrite.
void export_question(const std::string& folder, const std::string& certificate,
                     const Question& question);

/// Thrown if a file cannot be written. The text names the file and the reason.
class CannotWrite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ldfi::certificate
