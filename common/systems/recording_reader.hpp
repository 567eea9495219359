// Reads a recording: a line of JSON for each event. What is not understood is an error, since what a
// recording leaves out could make a wrong proof.
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

/// Executions of a system have most of their lines in common: those that were read before are known.
class RecordingReader {
 public:
  /// Reads the lines of a recording. Reports every problem with its place, up to a hundred; `file` is
  /// that of `text` in the caller's sources. Nothing if there is one.
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
  std::unordered_map<std::string, EventPtr, Hash, std::equal_to<>> known_;  ///< by line
  std::size_t bytes_ = 0;                                                   ///< of these lines
  std::string beginning_;  ///< of the last header that was read, up to its faults, which end it
  Recording head_;         ///< what that says
};

}  // namespace ldfi::systems
