// Finds out what committed transactions read, and which transactions wrote the values that they
// read. Private to common/systems/check.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/systems/check/judgement.hpp"
#include "common/systems/check/transaction.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// The transaction that wrote or appended a value. Values are texts that identity_of() returns.
struct Writer {
  std::uint32_t transaction = 0;
  bool last = true;  ///< true if the transaction does not write the key again later
  /// The value that the same transaction appended to the key directly before this value; empty if
  /// there is none.
  std::string before{};
};

/// The values of a key that one transaction read and other transactions wrote.
struct ExternalRead {
  std::uint32_t transaction = 0;
  std::vector<std::string> values;  ///< elements of the list; for a register, one value or none
};

struct Key {
  std::string name;
  bool is_list = false;
  std::map<std::string, Writer> writers{};
  std::vector<ExternalRead> reads{};
};

struct Reads {
  std::vector<Transaction> all;
  std::vector<Key> keys;
  /// For each transaction, true if it is committed, or if its outcome is unknown and another
  /// transaction read its values.
  std::vector<bool> took_effect;
};

/// Returns the reads of a history and the writers of the values read. Adds the violations that
/// single reads show to `out`, and sets `judged`. Sets `undecided` if the checker cannot judge such
/// a history. Then the returned value must not be used.
[[nodiscard]] Reads read_history(const History& history, systems::Consistency promised,
                                 Judgement& out);

}  // namespace ldfi::check
