// Reads recorded histories: JSON lines in the format that checkers of users read
// (docs/reference/own-checkers.md#what-it-reads), or operations of Jepsen, in EDN or as JSON lines. The file
// is read as a stream.
#pragma once

#include <istream>
#include <string>

#include "common/systems/check/history.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::results {

struct RecordedHistory {
  check::History history;
  systems::Accept
      accept{};  ///< answers to accept because of the file's format: Jepsen writes nil for a missing key
};

/// Reads the operations that `checker` judges, which must be lin-kv, txn, kafka, set or counter. Throws
/// InputError with file and line for a malformed line, and for an integer that does not fit into 64 bits.
[[nodiscard]] RecordedHistory read_history_file(std::istream& stream, const std::string& name,
                                                systems::Checker checker);

}  // namespace ldfi::results
