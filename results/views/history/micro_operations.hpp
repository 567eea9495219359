// The forms of micro-operations in recorded histories: [:r k v], [:send k v], [:poll {k [[offset v] …]}].
// Private to results/views/history.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ldfi::results {

/// Returns an error message about the micro-operations of a transaction, or an empty text. A transaction is a
/// list of [r, key, value], [w, key, value] and [append, key, value].
[[nodiscard]] std::string transaction_problem(const nlohmann::json& list);

/// Returns an error message about micro-operations on logs, or an empty text. In an answer, a poll must have
/// its messages.
[[nodiscard]] std::string log_problem(const nlohmann::json& list, bool is_answer);

}  // namespace ldfi::results
