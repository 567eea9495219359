// Executes real systems: the executor of DriveJobs. Each worker has its own processes, nursery, clock
// and folders; workers share nothing.
#pragma once

#include <memory>

#include "common/base/meter.hpp"
#include "common/campaign/executor.hpp"
#include "common/farm/wire/messages.hpp"
#include "worker/drive/nursery.hpp"

namespace ldfi::execute {

/// Reads the setup's config as the master did. Its files are those beside the config if they are the
/// same ones here; else those of the setup, in a private folder. `nursery` must outlive it. `check` is
/// asked while nodes compute, besides the budget of the setup. Throws EnvironmentError if neither have
/// the setup's fingerprint.
std::unique_ptr<campaign::Executor> make_drive_executor(const wire::Setup& setup,
                                                        drive::Nursery& nursery,
                                                        BudgetCheck check = {});

}  // namespace ldfi::execute
