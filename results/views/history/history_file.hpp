// Reads recorded histories: JSON lines in the format of own checkers
// (docs/reference/own-checkers.md#what-it-reads), or operations of Jepsen, in EDN or as JSON lines.
// The file is read as a stream.
#pragma once

#include <istream>
#include <string>

#include "common/systems/check/history.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::results {

struct RecordedHistory {
  check::History history;
  systems::Accept
      accept{};  ///< answers that the file's format implies: Jepsen writes nil for a missing key
};

/// Reads the operations that `checker` judges. Throws InputError with file and line if a line is
/// malformed or holds an integer of more than 64 bits. The checker must be lin-kv, txn, kafka, set
/// or counter.
[[nodiscard]] RecordedHistory read_history_file(std::istream& stream, const std::string& name,
                                                systems::Checker checker);

}  // namespace ldfi::results
