// Reads single calls for the checkers. An answer of the type `error` means that the operation had no
// effect, except with the codes 0 and 13. These leave the operation open, as a missing answer does
// [Maelstrom, Protocol]. Private to common/systems/check.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "common/systems/check/history.hpp"

namespace ldfi::check {

/// Returns the type of a body, or an empty text if the body has none. The reference lives as long as the body.
[[nodiscard]] const std::string& type_of(const nlohmann::json& body);
/// Returns a field of a body, or null if the body has no such field. The reference lives as long as the body.
[[nodiscard]] const nlohmann::json& field(const nlohmann::json& body, const char* key);
/// Returns JSON in one line for a message: long texts are cut, and bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string shown(const nlohmann::json& value);
/// Returns a time in the largest unit of ns, µs and ms in which it is at least 1: `3 ns`, `50.027 ms`.
[[nodiscard]] std::string time_text(std::int64_t nanoseconds);

/// Wide enough for every 64-bit integer, signed or not, and for sums of many.
__extension__ using Integer = __int128;
/// The value of a JSON integer, also from 2^63 on; nullopt for everything else. (`get<std::int64_t>()` wraps.)
[[nodiscard]] std::optional<Integer> integer_of(const nlohmann::json& value);
/// Returns the same also for a double that equals a 64-bit integer: 1 for 1.0.
[[nodiscard]] std::optional<Integer> whole_of(const nlohmann::json& value);
/// Returns whether two values are equal: 1 and 1.0 are equal, -1 and 2^64 - 1 are not. The operator ==
/// of Json casts numbers and gets such pairs wrong.
[[nodiscard]] bool is_equal(const nlohmann::json& one, const nlohmann::json& other);
/// Orders values. Two values are equivalent if is_equal() holds for them.
struct ValueLess {
  bool operator()(const nlohmann::json& one, const nlohmann::json& other) const;
};

/// Returns true if the call is acknowledged: its answer has the request's type followed by `_ok`.
[[nodiscard]] bool yes(const Call& call);
/// Returns the code of an answer of the type `error`, or nullopt if the answer has another type or is
/// missing. A code that is not an integer counts as 0.
[[nodiscard]] std::optional<std::int64_t> error_of(const Call& call);
/// Returns true if the call failed, so that it had no effect.
[[nodiscard]] bool refused(const Call& call);

/// Returns the last call of this type at each node. Nodes that are down or ended are left out. So are
/// nodes whose last call could not reach them.
[[nodiscard]] std::map<std::string, const Call*> last_calls(const History& history,
                                                            std::string_view type);

}  // namespace ldfi::check
