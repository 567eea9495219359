// The fingerprint of a real system: a hash of everything that executions depend on besides faults and seed,
// namely the config and the files that it names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// The most bytes that all files of a system may have together.
inline constexpr std::uint64_t max_files_bytes = std::uint64_t{256} << 20U;

/// A file of the system, which stands beside the config.
struct NamedFile {
  std::string name;  ///< name in the config
  std::string path;  ///< absolute path; empty if the file does not exist
};

/// Returns the words of the commands that are readable files beside the config, and `system.files`.
[[nodiscard]] std::vector<NamedFile> named_files(const systems::Plan& plan);

/// Returns a hash of the config's text and of named_files(). Calls `check` between parts of files. Throws
/// InputError, which names the file, if a file cannot be read or is not an ordinary file (a FIFO, a
/// device, a file that the kernel generates). Also throws InputError if all files together have more than
/// `most` bytes.
[[nodiscard]] std::string fingerprint(const systems::Plan& plan, const std::string& config,
                                      const BudgetCheck& check = {},
                                      std::uint64_t most = max_files_bytes);

/// Returns the path of the file beside the config that a word of a command or a name in `system.files` means.
/// Empty if there is no such file.
[[nodiscard]] std::string file_of(const systems::Plan& plan, const std::string& word);

}  // namespace ldfi::drive
