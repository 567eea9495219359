// Checks the parts (micro-operations) of transactions and of operations on logs in recorded
// histories: [:r k v], [:send k v], [:poll {k [[offset v] …]}]. Private to results/views/history.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ldfi::results {

/// Checks a transaction, which is a list of [r, key, value], [w, key, value] and [append, key,
/// value]. Returns an error message, or an empty text if the list is valid.
[[nodiscard]] std::string transaction_problem(const nlohmann::json& list);

/// Checks a list of sends to logs and polls of logs. In an answer, a poll must contain its
/// messages. Returns an error message, or an empty text if the list is valid.
[[nodiscard]] std::string log_problem(const nlohmann::json& list, bool is_answer);

}  // namespace ldfi::results
