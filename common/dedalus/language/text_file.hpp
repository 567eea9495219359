// Reads the text of one program file safely: does not block on a FIFO, and reads no more bytes than
// allowed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace ldfi::dedalus {

/// The text of a file, or the reason why it cannot be read ("is a directory", "No such file or
/// directory", …).
struct TextFile {
  std::optional<std::string> text;
  std::string problem;
  bool too_large = false;  ///< true if the file can be read, but has more bytes than allowed
};

/// Returns the text of a file, or the reason why its path is wrong. Throws EnvironmentError if the
/// system fails for another reason, such as a read error.
TextFile read_text_file(const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace ldfi::dedalus
