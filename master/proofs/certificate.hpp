// --certificate: what ldfi-check, which shares no code with the search, needs to check a verdict.
#pragma once

#include "common/record/cell.hpp"
#include "master/face/log.hpp"
#include "master/proofs/certificate_folder.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Nothing to do without --certificate. Throws EnvironmentError if nothing can be
/// made beside the folder, and UsageError if it is there already and not empty, or if
/// no certificate covers such a run (docs/explanation/certificates.md).
void refuse_certificate(const Task& task);

/// Adds the certificate of what the cell claims to the folder itself, or to `place` in it. Throws as
/// write_certificate().
void add_certificate(const CertificateFolder& to, const std::string& place, const Task& task,
                     const Cell& cell, const BudgetCheck& check);

/// Writes the folder, whole or not at all, with a proof of all that the cell claims, or says why not. Throws
/// BudgetExceeded, EnvironmentError, and InternalError if what the cell claims cannot be proved.
void write_certificate(const Task& task, const Cell& cell, const Log& log,
                       const BudgetCheck& check);

}  // namespace ldfi::app
