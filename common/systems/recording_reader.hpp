// Reads a recording, which has one JSON object on each line. Anything unknown is an error: a proof
// could be wrong if a part of a recording were ignored.
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

/// Reads many recordings of one system. Keeps parsed lines, because most lines occur in many
/// recordings.
class RecordingReader {
 public:
  /// Returns the recording that `text` contains. `file` identifies the text in error messages.
  /// Reports up to 100 problems with their lines. Returns nullopt if there is a problem.
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
  /// Parsed events, by the text of their line.
  std::unordered_map<std::string, EventPtr, Hash, std::equal_to<>> known_;
  std::size_t bytes_ = 0;  ///< total size of the keys of known_ in bytes, which is limited
  /// Text of the last header line up to and including `"faults":`, the last key.
  std::string beginning_;
  Recording head_;  ///< contents of the last header, without its faults
};

}  // namespace ldfi::systems
