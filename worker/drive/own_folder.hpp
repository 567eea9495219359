// A folder below TMPDIR for one run, which is gone afterwards. If nothing of a run was left to remove
// it, a later run does.
#pragma once

#include <string>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// As long as `held` is open, other runs leave the folder alone.
struct OwnFolder {
  std::string path;
  Descriptor held;
};

/// Removes those of runs that are no more, too. Throws EnvironmentError.
OwnFolder make_own_folder();

}  // namespace ldfi::drive
