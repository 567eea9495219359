// --forever --certificate: writes the files from which ldfi-check checks a proof for every EOT, such as its
// inductive invariant.
#pragma once

#include <string>

#include "common/prove/forever/prove.hpp"
#include "master/proofs/certificate_folder.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// The subfolder for the certificate of one claim. It has the name of the claim's specification. Without
/// specifications, the certificate is in the folder itself.
struct ClaimPlace {
  std::string specification{};
  [[nodiscard]] std::string file(const std::string& name) const {
    return specification.empty() ? name : specification + "/" + name;
  }
};

/// Checks before the proof that a certificate can be written. Does nothing without --certificate. Throws
/// UsageError if certificates do not cover the program or the faults, and EnvironmentError if no folder can
/// be created.
void refuse_forever_certificate(const Task& task, const forever::System& system,
                                const forever::Claim& claim, const ClaimPlace& place,
                                const BudgetCheck& check);

/// Adds the certificate of a claim with the verdict `certified-forever`. Throws BudgetExceeded,
/// EnvironmentError, and InternalError if the checker does not accept the proof.
void add_forever_certificate(const CertificateFolder& to, const ClaimPlace& place, const Task& task,
                             const forever::System& system, const forever::Proof& proof,
                             const BudgetCheck& check);

}  // namespace ldfi::app
