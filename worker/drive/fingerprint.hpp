// The fingerprint of a real system: a hash of everything that executions depend on besides faults and seed,
// namely the config and the files that it names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// Maximum size of all files of a system together, in bytes.
inline constexpr std::uint64_t max_files_bytes = std::uint64_t{256} << 20U;

/// A file of the system, in the folder of the config or below it.
struct NamedFile {
  std::string name;  ///< name in the config
  std::string path;  ///< absolute path; empty if the file does not exist
};

/// Returns the files beside the config that words of the commands name, and those that
/// `system.files` names.
[[nodiscard]] std::vector<NamedFile> named_files(const systems::Plan& plan);

/// Returns a hash of the config's text and of named_files(). Calls `check` between parts of files. Throws
/// InputError, which names the file, if a file cannot be read or is not an ordinary file (a FIFO, a
/// device, a file that the kernel generates). Also throws InputError if all files together have more than
/// `most` bytes.
[[nodiscard]] std::string fingerprint(const systems::Plan& plan, const std::string& config,
                                      const BudgetCheck& check = {},
                                      std::uint64_t most = max_files_bytes);

/// Returns the path of the file beside the config that `word` names. `word` is a word of a command
/// or a name in `system.files`. Empty if there is no such file.
[[nodiscard]] std::string file_of(const systems::Plan& plan, const std::string& word);

}  // namespace ldfi::drive
