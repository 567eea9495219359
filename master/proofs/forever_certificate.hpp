// --forever --certificate: writes the invariant of a proof for every EOT, and what ldfi-check needs to
// check it.
#pragma once

#include <string>

#include "common/prove/forever/prove.hpp"
#include "master/proofs/certificate_folder.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// The subfolder for a claim in the folder of all certificates. It has the name of the specification, and
/// is the folder itself if there are no specifications.
struct ClaimPlace {
  std::string specification{};
  [[nodiscard]] std::string file(const std::string& name) const {
    return specification.empty() ? name : specification + "/" + name;
  }
};

/// Checks --certificate before the proof; does nothing without it. Throws UsageError if certificates do
/// not cover the program or the faults, and EnvironmentError if none can be created.
void refuse_forever_certificate(const Task& task, const forever::System& system,
                                const forever::Claim& claim, const ClaimPlace& place,
                                const BudgetCheck& check);

/// Adds the certificate of a claim that is certified forever. Throws BudgetExceeded, EnvironmentError,
/// and InternalError if the checker finds that the claim is not proved.
void add_forever_certificate(const CertificateFolder& to, const ClaimPlace& place, const Task& task,
                             const forever::System& system, const forever::Proof& proof,
                             const BudgetCheck& check);

}  // namespace ldfi::app
