// Reads files of the user as a whole, up to a limit: a file that is too large is wrong input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ldfi::files {

/// A kind of file that users give to a program.
struct InputKind {
  std::string_view what;   ///< the kind in words, such as `a case`
  std::string_view code;   ///< the code of diagnostics about such a file
  std::uint64_t most = 0;  ///< largest size, in bytes
};

/// Reads the file. Throws SourcedError if it is larger than its kind may be, and EnvironmentError
/// if it cannot be read.
[[nodiscard]] std::string read_input(const std::string& path, const InputKind& kind);

/// Throws SourcedError: the file has `bytes` bytes, and its kind may have at most `kind.most`.
[[noreturn]] void refuse_size(const std::string& path, const InputKind& kind, std::uint64_t bytes);

}  // namespace ldfi::files
