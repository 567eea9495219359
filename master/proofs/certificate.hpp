// --certificate: writes what ldfi-check, which shares no code with the search, needs to check a verdict.
#pragma once

#include "common/record/cell.hpp"
#include "master/face/log.hpp"
#include "master/proofs/certificate_folder.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Checks --certificate before the search; does nothing without it. Throws EnvironmentError if nothing
/// can be created beside the folder. Throws UsageError if the folder exists and is not empty, or if
/// certificates do not cover such a run (docs/explanation/certificates.md).
void refuse_certificate(const Task& task);

/// Adds the certificate of the cell's claims to the folder itself, or to its subfolder `place`. Throws
/// what write_certificate() throws.
void add_certificate(const CertificateFolder& to, const std::string& place, const Task& task,
                     const Cell& cell, const BudgetCheck& check);

/// Writes the whole folder with proofs of all claims of the cell, or reports why not and writes nothing.
/// Throws BudgetExceeded, EnvironmentError, and InternalError if a claim of the cell cannot be proved.
void write_certificate(const Task& task, const Cell& cell, const Log& log,
                       const BudgetCheck& check);

}  // namespace ldfi::app
