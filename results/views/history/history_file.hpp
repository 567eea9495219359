// Reads a history that somebody recorded: JSON lines of our own (docs/reference/own-checkers.md#what-it-reads),
// or operations as Jepsen writes them, in EDN or as JSON lines. The file is read as a stream.
#pragma once

#include <istream>
#include <string>

#include "common/systems/check/history.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::results {

struct RecordedHistory {
  check::History history;
  systems::Accept
      accept{};  ///< answers that the form of the file implies: Jepsen writes nil for a missing key
};

/// Reads the operations that `checker` judges. Throws InputError with file and line if a line is malformed
/// or holds an integer that does not fit into 64 bits. Requires that the checker is lin-kv, txn, kafka, set
/// or counter.
[[nodiscard]] RecordedHistory read_history_file(std::istream& stream, const std::string& name,
                                                systems::Checker checker);

}  // namespace ldfi::results
