// Whether recordings may be of one deterministic system: all proofs rest on it.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Recordings that agree with each other: of one system and seed.
class Comparison {
 public:
  Comparison() : all_(1) {}

  /// False, with a problem, if it parts from one before although every fate until then was the same:
  /// then the system is not deterministic, or not all that it rests on was recorded. `recording` must
  /// outlive this, where it is.
  bool add(const Recording& recording, std::vector<Diagnostic>& problems);

 private:
  /// Where recordings stand that agree so far. A crash is a fate: which one may differ.
  struct Agreement {
    const Recording* first = nullptr;  ///< that came here first with something else than a crash
    std::size_t event = 0;             ///< its next one
    std::map<std::string, std::size_t> branches;  ///< by fate: the numbers of others
    const Recording* ended = nullptr;             ///< whose last event stands before
  };

  static bool agrees(Agreement& at, const Recording& recording, std::size_t event,
                     std::vector<Diagnostic>& problems);
  static bool ends(Agreement& at, const Recording& recording, std::vector<Diagnostic>& problems);

  std::deque<Agreement> all_;
};

/// Returns how two executions of one fault set differ, or an empty text if they are equal.
[[nodiscard]] std::string difference(const Recording& one, const Recording& other);

}  // namespace ldfi::systems
