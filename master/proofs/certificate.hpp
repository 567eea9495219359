// --certificate: writes the files from which ldfi-check checks a verdict. ldfi-check shares no code with the
// search.
#pragma once

#include "common/record/cell.hpp"
#include "master/face/log.hpp"
#include "master/proofs/certificate_folder.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Checks before the search that the certificate can be written. Does nothing without --certificate. Throws
/// EnvironmentError if no folder can be created. Throws UsageError if the folder exists and is not empty, or
/// if certificates do not cover such a run (docs/explanation/certificates.md).
void refuse_certificate(const Task& task);

/// Adds the certificate for the result of the cell to the folder. If `place` is not empty, adds it to the
/// subfolder of this name. Throws what write_certificate() throws.
void add_certificate(const CertificateFolder& to, const std::string& place, const Task& task,
                     const Cell& cell, const BudgetCheck& check);

/// Writes a certificate for the result of the cell completely, or reports why that is impossible and writes
/// nothing. Throws BudgetExceeded, EnvironmentError, and InternalError if a part of the result cannot be
/// proved.
void write_certificate(const Task& task, const Cell& cell, const Log& log,
                       const BudgetCheck& check);

}  // namespace ldfi::app
