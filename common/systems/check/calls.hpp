// Reads single calls of a history. An answer of the type `error` means that the operation had no
// effect, unless its code is 0 or 13. With these codes, the operation may have had an effect, as if
// there were no answer [Maelstrom, Protocol]. Private to common/systems/check.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "common/systems/check/history.hpp"

namespace ldfi::check {

/// Returns the type of a request or answer. Empty if the body has no type. The reference is valid
/// as long as the body exists.
[[nodiscard]] const std::string& type_of(const nlohmann::json& body);
/// Returns the value of a key of a body, or null if the body does not have the key. The reference
/// is valid as long as the body exists.
[[nodiscard]] const nlohmann::json& field(const nlohmann::json& body, const char* key);
/// Returns JSON in one line for messages. Long texts are shortened, and bytes that are not UTF-8
/// are replaced.
[[nodiscard]] std::string shown(const nlohmann::json& value);
/// Returns a time as text, such as `3 ns` or `50.027 ms`. Uses the largest of the units ns, µs and
/// ms in which the number is at least 1.
[[nodiscard]] std::string time_text(std::int64_t nanoseconds);

/// An integer type that holds all 64-bit integers, signed or unsigned, and sums of many of them.
__extension__ using Integer = __int128;
/// Returns the value of a JSON integer, or nullopt for any other value. Unlike
/// `get<std::int64_t>()`, this function is also correct for integers of 2^63 and more.
[[nodiscard]] std::optional<Integer> integer_of(const nlohmann::json& value);
/// Returns the value of a JSON integer, or of a double that equals a 64-bit integer, such as 1.0.
/// Returns nullopt for any other value.
[[nodiscard]] std::optional<Integer> whole_of(const nlohmann::json& value);
/// Returns true if two values are equal: 1 equals 1.0, but -1 does not equal 2^64 - 1. The operator
/// == of Json converts numbers, which gives wrong results for such pairs.
[[nodiscard]] bool is_equal(const nlohmann::json& one, const nlohmann::json& other);
/// Orders JSON values. Two values are equivalent if is_equal() returns true for them.
struct ValueLess {
  bool operator()(const nlohmann::json& one, const nlohmann::json& other) const;
};

/// Returns true if the node confirmed the operation: the type of the answer is the type of the
/// request followed by `_ok`.
[[nodiscard]] bool yes(const Call& call);
/// Returns the code of an answer of the type `error`. Returns nullopt if there is no answer, or one
/// of another type. A code that is not an integer counts as 0.
[[nodiscard]] std::optional<std::int64_t> error_of(const Call& call);
/// Returns true if the answer is an error that says that the operation had no effect.
[[nodiscard]] bool refused(const Call& call);

/// Returns the last call of this type at each node. Omits nodes that are down or have exited, and
/// nodes whose last call did not reach them.
[[nodiscard]] std::map<std::string, const Call*> last_calls(const History& history,
                                                            std::string_view type);

}  // namespace ldfi::check
