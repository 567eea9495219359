// Files of the user that are read as a whole, with a limit: a file that is too large is wrong input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ldfi::files {

/// What a file is meant to be: `what` in words, such as `a case`, and the code of diagnostics about it.
struct InputKind {
  std::string_view what;
  std::string_view code;
  std::uint64_t most = 0;  ///< bytes
};

/// Reads the file. Throws SourcedError if it is larger than its kind may be, and EnvironmentError if it cannot be
/// read.
[[nodiscard]] std::string read_input(const std::string& path, const InputKind& kind);

/// Throws SourcedError, which says that the file has `bytes` and may have `kind.most`.
[[noreturn]] void refuse_size(const std::string& path, const InputKind& kind, std::uint64_t bytes);

}  // namespace ldfi::files
