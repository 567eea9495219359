// Reads single calls of a history. An answer of the type `error` means that the operation had no
// effect, except with the codes 0 and 13. With these, the operation is open, as without an answer
// [Maelstrom, Protocol]. Private to common/systems/check.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "common/systems/check/history.hpp"

namespace ldfi::check {

/// Returns the type of a request or answer. Empty if the body has none. The reference is valid as
/// long as the body.
[[nodiscard]] const std::string& type_of(const nlohmann::json& body);
/// Returns the value of a key of a body, or null if the body does not have the key. The reference
/// is valid as long as the body.
[[nodiscard]] const nlohmann::json& field(const nlohmann::json& body, const char* key);
/// Returns JSON in one line for messages. Long texts are cut, and bytes that are not UTF-8 are
/// replaced.
[[nodiscard]] std::string shown(const nlohmann::json& value);
/// Returns a time in the largest unit of ns, µs and ms in which it is at least 1, such as `3 ns` or
/// `50.027 ms`.
[[nodiscard]] std::string time_text(std::int64_t nanoseconds);

/// An integer for all 64-bit integers, signed or not, and for sums of many of them.
__extension__ using Integer = __int128;
/// Returns the value of a JSON integer, or nullopt for any other value. Also right for integers
/// above 2^63, for which `get<std::int64_t>()` is not.
[[nodiscard]] std::optional<Integer> integer_of(const nlohmann::json& value);
/// Returns the value of a JSON integer, or of a double that equals a 64-bit integer, such as 1.0.
/// Returns nullopt for any other value.
[[nodiscard]] std::optional<Integer> whole_of(const nlohmann::json& value);
/// Returns true if two values are equal: 1 and 1.0 are equal, -1 and 2^64 - 1 are not. The operator
/// == of Json converts numbers and gets such pairs wrong.
[[nodiscard]] bool is_equal(const nlohmann::json& one, const nlohmann::json& other);
/// Orders JSON values. Two values are equivalent if is_equal() returns true for them.
struct ValueLess {
  bool operator()(const nlohmann::json& one, const nlohmann::json& other) const;
};

/// Returns true if the call is acknowledged: the type of its answer is that of the request,
/// followed by `_ok`.
[[nodiscard]] bool yes(const Call& call);
/// Returns the code of an answer of the type `error`. Returns nullopt if there is no answer, or an
/// answer of another type. A code that is not an integer counts as 0.
[[nodiscard]] std::optional<std::int64_t> error_of(const Call& call);
/// Returns true if the call failed, so that it had no effect.
[[nodiscard]] bool refused(const Call& call);

/// Returns the last call of this type at each node. Leaves out nodes that are down or have ended,
/// and nodes that their last call could not reach.
[[nodiscard]] std::map<std::string, const Call*> last_calls(const History& history,
                                                            std::string_view type);

}  // namespace ldfi::check
