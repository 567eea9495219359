// A folder below TMPDIR for one run. The run removes its folder at its end. If the run was killed,
// a later run removes the folder.
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
