// Reads recorded histories from a stream. A history is either JSON lines in the format that users'
// own checkers read (docs/reference/own-checkers.md#what-it-reads), or operations of Jepsen (a tool
// that tests databases), in EDN or as JSON lines.
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

/// Reads the operations for `checker`, which must be lin-kv, txn, kafka, set or counter. Throws
/// InputError, with file and line, if a line is malformed, or if an integer does not fit into 64
/// bits.
[[nodiscard]] RecordedHistory read_history_file(std::istream& stream, const std::string& name,
                                                systems::Checker checker);

}  // namespace ldfi::results
