// What an execution depends on besides faults and seed: the config, and the files that it names.
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
  std::string path;  ///< where it is; empty if it is not there
};

/// Words of the commands that are files beside the config which can be read, and `system.files`.
[[nodiscard]] std::vector<NamedFile> named_files(const systems::Plan& plan);

/// A hash of the config's text and of named_files(). Calls `check` between parts of files. Throws
/// InputError, which names the file, if one cannot be read, is not an ordinary file (a FIFO, a device,
/// a file that the kernel makes up), or if all files together have more than `most` bytes.
[[nodiscard]] std::string fingerprint(const systems::Plan& plan, const std::string& config,
                                      const BudgetCheck& check = {},
                                      std::uint64_t most = max_files_bytes);

/// Where a word of the command or a name in `system.files` leads; nothing if it is no file beside the
/// config.
[[nodiscard]] std::string file_of(const systems::Plan& plan, const std::string& word);

}  // namespace ldfi::drive
