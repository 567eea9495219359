// Reads a whole file of the user. A file that is larger than a limit is an input error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ldfi::files {

/// A kind of file that users give to a program, such as a config.
struct InputKind {
  std::string_view what;   ///< name of the kind in messages, such as `a case`
  std::string_view code;   ///< code of the diagnostics about such a file
  std::uint64_t most = 0;  ///< largest size of such a file, in bytes
};

/// Returns the bytes of the file. Throws SourcedError if the file is larger than `kind.most`.
/// Throws EnvironmentError if the file cannot be read.
[[nodiscard]] std::string read_input(const std::string& path, const InputKind& kind);

/// Throws a SourcedError with the message that the file has `bytes` bytes, more than `kind.most`.
[[noreturn]] void refuse_size(const std::string& path, const InputKind& kind, std::uint64_t bytes);

}  // namespace ldfi::files
