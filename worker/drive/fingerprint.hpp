// The fingerprint of a system: a hash of what executions depend on besides faults and seed. It covers the
// config and the files that the config names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// The files of a system, all together, have at most this many bytes.
inline constexpr std::uint64_t max_files_bytes = std::uint64_t{256} << 20U;

/// A file beside the config that the system is made of.
struct NamedFile {
  std::string name;  ///< as the config writes it
  std::string path;  ///< absolute path; empty if there is no such file
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

/// Returns the path of the file that a word of the command or a name in `system.files` means. Empty if
/// there is no such file beside the config.
[[nodiscard]] std::string file_of(const systems::Plan& plan, const std::string& word);

}  // namespace ldfi::drive
