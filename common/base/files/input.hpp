// Reads a whole file of the user, up to a limit of its size. A larger file is wrong input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ldfi::files {

/// A kind of file that users give to a program.
struct InputKind {
  std::string_view what;   ///< name of the kind in messages, such as `a case`
  std::string_view code;   ///< the code of diagnostics about such a file
  std::uint64_t most = 0;  ///< largest size of such a file, in bytes
};

/// Returns the bytes of the file. Throws SourcedError if the file is larger than its kind allows,
/// and EnvironmentError if the file cannot be read.
[[nodiscard]] std::string read_input(const std::string& path, const InputKind& kind);

/// Throws a SourcedError which says that the file has `bytes` bytes, more than `kind.most`.
[[noreturn]] void refuse_size(const std::string& path, const InputKind& kind, std::uint64_t bytes);

}  // namespace ldfi::files
