// The files of a real system on their way to workers, which need not share a file system with the
// master.
#pragma once

#include <string>
#include <vector>

#include "common/farm/wire/messages.hpp"
#include "common/systems/plan.hpp"
#include "worker/drive/fingerprint.hpp"

namespace ldfi::execute {

/// The files that the plan names, with what they hold now. Throws EnvironmentError if one cannot be
/// read, or all have more than `most` bytes.
[[nodiscard]] std::vector<wire::SystemFile> pack(const systems::Plan& plan,
                                                 std::uint64_t most = drive::max_files_bytes);

/// Writes the files below `folder`, which is empty, so that they stand to each other as they do
/// where they come from. Returns the folder, below it, in which the config would be. Throws
/// EnvironmentError, and InternalError for a name that leads out of `folder`.
std::string unpack(const std::vector<wire::SystemFile>& files, const std::string& folder);

/// drive::fingerprint() as a number.
[[nodiscard]] std::uint64_t number_of(const std::string& fingerprint);

}  // namespace ldfi::execute
