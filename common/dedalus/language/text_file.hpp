// Reads one program text safely: it never blocks on a FIFO, and never reads more than allowed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace ldfi::dedalus {

/// The text, or the reason why there is none ("is a directory", "No such file or directory", …).
struct TextFile {
  std::optional<std::string> text;
  std::string problem;
  bool too_large = false;  ///< the file could be read, and has more bytes than allowed
};

/// Throws EnvironmentError if the system fails and not the path (no descriptors, a read error).
TextFile read_text_file(const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace ldfi::dedalus
