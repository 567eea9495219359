// Reads a history that somebody recorded: JSON lines of our own (docs/SYSTEMS.md, "A checker of your own"),
// or operations as Jepsen writes them, in EDN or as JSON lines. The file is read as a stream.
#pragma once

#include <istream>
#include <string>

#include "common/check/history.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::results {

struct RecordedHistory {
  check::History history;
  systems::Accept
      accept{};  ///< what the form of the file implies: Jepsen writes nil for a missing key
};

/// Operations become those that `checker` judges. Throws InputError, located, if a line is not what it
/// should be. Requires that the checker is lin-kv, txn, kafka, set or counter.
[[nodiscard]] RecordedHistory read_history_file(std::istream& stream, const std::string& name,
                                                systems::Checker checker);

}  // namespace ldfi::results
