// A transaction as its client sees it. Private to common/systems/check.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/systems/check/history.hpp"

namespace ldfi::check {

struct MicroOperation {
  enum class Kind : std::uint8_t { read, write, append };
  Kind kind = Kind::read;
  std::string key;
  /// Value that is written, appended, or read; null for a read whose result is unknown.
  nlohmann::json value{};
};

struct Transaction {
  enum class End : std::uint8_t {
    committed,
    aborted,
    open  ///< outcome unknown: may have taken effect, and the values of its reads are unknown
  };
  std::size_t number = 0;  ///< number of the transaction's call in the history, from 0
  const Call* call = nullptr;
  End end = End::open;
  std::vector<MicroOperation> operations;
};

/// Returns the transaction that a call requests, or nullopt if the call requests none. If the
/// answer does not fit the request, the outcome counts as unknown, and `wrong` gets the text of a
/// violation.
[[nodiscard]] std::optional<Transaction> transaction_of(const Call& call, std::size_t number,
                                                        std::string& wrong);

/// Returns a text for a value. Equal values, such as 1 and 1.0, have the same text.
[[nodiscard]] std::string identity_of(const nlohmann::json& value);

/// Returns the transaction as text, such as `T3 [append 1 5, r 2 [3]]`. Shows only the first four
/// operations.
[[nodiscard]] std::string text_of(const Transaction& one);
/// Returns the transaction as text_of() does, but with all operations.
[[nodiscard]] std::string whole_text_of(const Transaction& one);

}  // namespace ldfi::check
