// Sends the files of a real system to workers, which may not share a file system with the master.
#pragma once

#include <string>
#include <vector>

#include "common/farm/wire/messages.hpp"
#include "common/systems/plan.hpp"
#include "worker/drive/fingerprint.hpp"

namespace ldfi::execute {

/// Returns the files that the plan names, with their current contents. Throws EnvironmentError if a file
/// cannot be read, or if all files together have more than `most` bytes.
[[nodiscard]] std::vector<wire::SystemFile> pack(const systems::Plan& plan,
                                                 std::uint64_t most = drive::max_files_bytes);

/// Writes the files below `folder`, which must be empty, with the same relative paths as on the
/// master. Returns the folder in which the config would be. Throws EnvironmentError. Throws
/// InternalError if a name leads out of `folder`.
std::string unpack(const std::vector<wire::SystemFile>& files, const std::string& folder);

/// Returns drive::fingerprint() as a number.
[[nodiscard]] std::uint64_t number_of(const std::string& fingerprint);

}  // namespace ldfi::execute
