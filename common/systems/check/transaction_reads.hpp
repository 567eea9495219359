// The reads of committed transactions, and the writers of the values that they returned.
// Private to common/systems/check.
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

/// The write or append of a value. Values are texts (identity_of).
struct Writer {
  std::uint32_t transaction = 0;
  bool last = true;  ///< true if the transaction does not write the key again
  std::string
      before{};  ///< the value that the transaction appended to the key before; empty if none
};

/// An external read, without the transaction's own appends.
struct ExternalRead {
  std::uint32_t transaction = 0;
  std::vector<std::string> values;  ///< the list; for a register no value or one
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
  std::vector<bool>
      took_effect;  ///< by transaction: true if it is committed, or open and some value of it was read
};

/// Adds the violations that single reads show, and sets `judged`. Sets `undecided` if the history is outside
/// the checker's domain; the result is then meaningless.
[[nodiscard]] Reads read_history(const History& history, systems::Consistency promised,
                                 Judgement& out);

}  // namespace ldfi::check
