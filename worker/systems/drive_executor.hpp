// Executes jobs about real systems (DriveJob). Each worker has its own processes, clocks and
// folders.
#pragma once

#include <memory>

#include "common/base/meter.hpp"
#include "common/campaign/executor.hpp"
#include "common/farm/wire/messages.hpp"
#include "worker/drive/nursery.hpp"

namespace ldfi::execute {

/// Reads the config in `setup` as the master did. If the files beside the config on this machine
/// are the same as those of the master, uses them. Otherwise writes the files in `setup` to a
/// folder of its own. `nursery` must outlive the executor. `check` is called while nodes compute,
/// in addition to the budget in `setup`. Throws EnvironmentError if neither the files on this
/// machine nor those in `setup` have the fingerprint in `setup`.
std::unique_ptr<campaign::Executor> make_drive_executor(const wire::Setup& setup,
                                                        drive::Nursery& nursery,
                                                        BudgetCheck check = {});

}  // namespace ldfi::execute
