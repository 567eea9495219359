// Executes real systems: the executor of DriveJobs. Each worker has its own processes, nursery, clock and
// folders.
#pragma once

#include <memory>

#include "common/base/meter.hpp"
#include "common/campaign/executor.hpp"
#include "common/farm/wire/messages.hpp"
#include "worker/drive/nursery.hpp"

namespace ldfi::execute {

/// Reads the setup's config as the master did. If the files beside the config are the same here as on the
/// master, they are used; otherwise the files of the setup are written to a private folder. `nursery`
/// must outlive it. `check` is called while nodes compute, in addition to the budget of the setup. Throws
/// EnvironmentError if neither set of files has the setup's fingerprint.
std::unique_ptr<campaign::Executor> make_drive_executor(const wire::Setup& setup,
                                                        drive::Nursery& nursery,
                                                        BudgetCheck check = {});

}  // namespace ldfi::execute
