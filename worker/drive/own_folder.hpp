// A folder below TMPDIR for one run, which is removed afterwards. If the run could not remove it, a later
// run does.
#pragma once

#include <string>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// The folder of a run. Other runs leave it alone while `held` is open.
struct OwnFolder {
  std::string path;
  Descriptor held;
};

/// Makes the folder, and removes those of runs that have ended. Throws EnvironmentError.
OwnFolder make_own_folder();

}  // namespace ldfi::drive
