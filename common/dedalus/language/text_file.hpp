// Reads one program text safely: it never blocks on a FIFO, never reads more than allowed, and
// accepts nothing but UTF-8 without NUL bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ldfi::dedalus {

/// The text, or the reason why there is none ("is a directory", "No such file or directory", …).
struct TextFile {
  std::optional<std::string> text;
  std::string problem;
};

/// Throws EnvironmentError if the system fails and not the path (no descriptors, a read error).
TextFile read_text_file(const std::filesystem::path& path, std::size_t max_bytes);

/// The offset of the first byte that is not UTF-8, or is NUL; nothing if there is none.
std::optional<std::size_t> first_non_text(std::string_view text);

}  // namespace ldfi::dedalus
