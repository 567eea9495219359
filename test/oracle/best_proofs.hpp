// Runs the checker of certificates with proofs that a SAT solver finds, for tests that compare its
// answers.
#pragma once

#include <fmt/core.h>

#include <fstream>
#include <string>

#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/rejected.hpp"
#include "common/prove/certificate/rup.hpp"
#include "common/solve/sat/proof.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::test {

/// Returns the reason why the checker rejects the certificate in the folder, or an empty text if it
/// is accepted. Adds the number of proof files to `proofs`.
inline std::string rejection_with_best_proofs(const TemporaryFolder& folder, int& proofs) {
  try {
    const auto claim = certificate::read_claim(folder.path());
    for (const auto& question : certificate::questions(folder.path(), claim).each) {
      const std::string file = folder.path(fmt::format("{}.drup", proofs++));
      if (!sat::refute(question.clauses(), file, {})) return question.name + " is not true";
      std::ifstream proof(file);
      const std::string wrong = certificate::refutes(question.clauses(), proof);
      if (!wrong.empty()) return question.name + ": " + wrong;
    }
  } catch (const certificate::Rejected& e) {
    return e.what();
  }
  return "";
}

}  // namespace ldfi::test
