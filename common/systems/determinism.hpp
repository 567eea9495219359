// Checks that several recordings can come from one deterministic system. All proofs by recordings
// require this.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// A tree of all recordings added so far. Recordings share a path of the tree as long as their
/// events are the same. All must be of one system and one seed.
class Comparison {
 public:
  Comparison() : all_(1) {}

  /// Adds a recording. Returns false and reports a problem if the recording diverges from an
  /// earlier one although all faults before the difference are the same. In this case, the system
  /// is not deterministic, or the recordings leave something out. Keeps a reference to `recording`.
  bool add(const Recording& recording, std::vector<Diagnostic>& problems);

 private:
  /// A point up to which some recordings have the same events. They may continue differently if a
  /// fault happens here, such as a crash.
  struct Agreement {
    /// First recording that reached this point and does not have a crash or pause next.
    const Recording* first = nullptr;
    std::size_t event = 0;  ///< index of the next event in `first`
    /// For each fault that may happen here, and for no fault, the index of the next point.
    std::map<std::string, std::size_t> branches;
    const Recording* ended = nullptr;  ///< first recording that ends here
  };

  static bool agrees(Agreement& at, const Recording& recording, std::size_t event,
                     std::vector<Diagnostic>& problems);
  static bool ends(Agreement& at, const Recording& recording, std::vector<Diagnostic>& problems);

  std::deque<Agreement> all_;
};

/// Returns a text that says how two executions with the same fault set differ. Empty if they are
/// equal.
[[nodiscard]] std::string difference(const Recording& one, const Recording& other);

}  // namespace ldfi::systems
