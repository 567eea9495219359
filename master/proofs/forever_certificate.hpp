// --forever --certificate: the invariant of a proof for every EOT, and what ldfi-check needs to check it.
#pragma once

#include <string>

#include "common/prove/forever/prove.hpp"
#include "master/proofs/certificate_folder.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Of whom a claim is: a folder in that of all certificates, called like the specification. Both are empty where
/// there are no specifications.
struct ClaimPlace {
  std::string specification{};
  [[nodiscard]] std::string file(const std::string& name) const {
    return specification.empty() ? name : specification + "/" + name;
  }
};

/// Nothing to do without --certificate. Throws UsageError if no certificate covers such a program or such faults, and
/// EnvironmentError if none can be made.
void refuse_forever_certificate(const Task& task, const forever::System& system,
                                const forever::Claim& claim, const ClaimPlace& place,
                                const BudgetCheck& check);

/// Adds the certificate of a claim that is certified for ever. Throws BudgetExceeded, EnvironmentError, and
/// InternalError if the checker finds that the claim is not proved.
void add_forever_certificate(const CertificateFolder& to, const ClaimPlace& place, const Task& task,
                             const forever::System& system, const forever::Proof& proof,
                             const BudgetCheck& check);

}  // namespace ldfi::app
