// One transaction as its client saw it. Private to common/systems/check.
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
  nlohmann::json
      value{};  ///< value that is written, appended, or read; null for a read without an answer
};

struct Transaction {
  enum class End : std::uint8_t {
    committed,
    aborted,
    open  ///< it may have taken effect; the values of its reads are unknown
  };
  std::size_t number = 0;  ///< number of its call in the history, from 0
  const Call* call = nullptr;
  End end = End::open;
  std::vector<MicroOperation> operations;
};

/// Returns nullopt if the call does not request a transaction. If the answer does not fit the request, the
/// transaction is open, and `wrong` gets a text of the violation.
[[nodiscard]] std::optional<Transaction> transaction_of(const Call& call, std::size_t number,
                                                        std::string& wrong);

/// Returns a text that is the same for equal values: 1 and 1.0 are equal.
[[nodiscard]] std::string identity_of(const nlohmann::json& value);

/// Returns a text such as `T3 [append 1 5, r 2 [3]]`, with the first four operations only.
[[nodiscard]] std::string text_of(const Transaction& one);
/// Returns the same text with all operations.
[[nodiscard]] std::string whole_text_of(const Transaction& one);

}  // namespace ldfi::check
