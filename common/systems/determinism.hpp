// Checks that recordings can come from one deterministic system. All proofs by recordings rest on
// this.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// A tree of the recordings added so far. All are of one system and seed, and agree with each
/// other.
class Comparison {
 public:
  Comparison() : all_(1) {}

  /// Adds a recording. Returns false and reports a problem if the recording diverges from an
  /// earlier one although all fates before were the same. Then the system is not deterministic, or
  /// the recordings omit something. Keeps a reference to `recording`.
  bool add(const Recording& recording, std::vector<Diagnostic>& problems);

 private:
  /// A point at which recordings still agree. They may differ in the fate that follows, such as a
  /// crash.
  struct Agreement {
    const Recording* first = nullptr;  ///< first recording that reached this point and continues
                                       ///< without a crash or pause
    std::size_t event = 0;             ///< index of its next event
    std::map<std::string, std::size_t> branches;  ///< by fate: index of the next point
    const Recording* ended = nullptr;             ///< first recording that ends here
  };

  static bool agrees(Agreement& at, const Recording& recording, std::size_t event,
                     std::vector<Diagnostic>& problems);
  static bool ends(Agreement& at, const Recording& recording, std::vector<Diagnostic>& problems);

  std::deque<Agreement> all_;
};

/// Returns how two executions of one fault set differ, or an empty text if they are equal.
[[nodiscard]] std::string difference(const Recording& one, const Recording& other);

}  // namespace ldfi::systems
