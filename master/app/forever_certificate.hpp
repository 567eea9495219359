// --forever --certificate: the invariant of a proof for every EOT, and what ldfi-check needs to check it.
#pragma once

#include "common/forever/prove.hpp"
#include "master/app/task.hpp"
#include "master/face/log.hpp"

namespace ldfi::app {

/// Nothing to do without --certificate. Throws UsageError if the folder is there already and not empty, or
/// if no certificate covers such a program or such faults, and EnvironmentError if none can be made.
void refuse_forever_certificate(const Task& task, const forever::System& system,
                                const forever::Claim& claim, const BudgetCheck& check);

/// Writes the folder, whole or not at all, of a claim that is certified for ever. Throws BudgetExceeded,
/// EnvironmentError, and InternalError if the checker finds that the claim is not proved.
void write_forever_certificate(const Task& task, const forever::System& system,
                               const forever::Proof& proof, const Log& log,
                               const BudgetCheck& check);

}  // namespace ldfi::app
