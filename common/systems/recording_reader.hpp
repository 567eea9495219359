// Reads a recording, which has one JSON object per line. Anything unknown is an error, because a
// proof could be wrong if part of a recording were ignored.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Reads many recordings of one system. Remembers lines that it has parsed, because recordings have
/// most lines in common.
class RecordingReader {
 public:
  /// Reads the lines of a recording. `file` is the id of `text` in the caller's sources. Reports up
  /// to 100 problems with their places. Returns nullopt if there is a problem.
  std::optional<Recording> read(const std::string& name, std::string_view text, FileId file,
                                std::vector<Diagnostic>& problems);

 private:
  class Reading;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  using EventPtr = std::shared_ptr<const Event>;
  /// Parsed events, by line.
  std::unordered_map<std::string, EventPtr, Hash, std::equal_to<>> known_;
  std::size_t bytes_ = 0;  ///< size of these lines
  std::string beginning_;  ///< text of the last header up to its faults, which are its last key
  Recording head_;         ///< contents of that header
};

}  // namespace ldfi::systems
