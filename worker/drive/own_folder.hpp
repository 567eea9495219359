// A folder below TMPDIR for one run. The run removes it at its end. If the run could not do so, a later run
// removes it.
#pragma once

#include <string>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// The folder of a run. While `held` is open, other runs do not remove the folder.
struct OwnFolder {
  std::string path;
  Descriptor held;
};

/// Makes the folder, and removes the folders of runs that have ended. Throws EnvironmentError.
OwnFolder make_own_folder();

}  // namespace ldfi::drive
