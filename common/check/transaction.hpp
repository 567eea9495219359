// One transaction as its client saw it. Private to common/check.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/check/history.hpp"

namespace ldfi::check {

struct MicroOperation {
  enum class Kind : std::uint8_t { read, write, append };
  Kind kind = Kind::read;
  std::string key;
  nlohmann::json value{};  ///< what was read, if that is known, or what is written or appended
};

struct Transaction {
  enum class End : std::uint8_t {
    committed,
    aborted,
    open  ///< it may have happened; what it read is not known
  };
  std::size_t number = 0;  ///< of its call
  const Call* call = nullptr;
  End end = End::open;
  std::vector<MicroOperation> operations;
};

/// Nothing if the call asks for no transaction. `wrong` says what is wrong with the answer, if it is no
/// answer to what was asked: then it counts as none.
[[nodiscard]] std::optional<Transaction> transaction_of(const Call& call, std::size_t number,
                                                        std::string& wrong);

/// Returns a text that is the same for equal values: 1 and 1.0 are equal.
[[nodiscard]] std::string identity_of(const nlohmann::json& value);

/// `T3 [append 1 5, r 2 [3]]`. Operations after the first four are left out.
[[nodiscard]] std::string text_of(const Transaction& one);
/// The same with all operations.
[[nodiscard]] std::string whole_text_of(const Transaction& one);

}  // namespace ldfi::check
