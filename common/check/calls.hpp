// What the checkers ask of single calls. Answers of the type `error` say that nothing happened, but
// for the codes 0 and 13, which leave it open, as no answer does [Maelstrom, docs/protocol.md].
// Private to common/check.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "common/check/history.hpp"

namespace ldfi::check {

/// Of a body; empty if it has none. What these two return is in the body.
[[nodiscard]] const std::string& type_of(const nlohmann::json& body);
/// Null if there is no such field.
[[nodiscard]] const nlohmann::json& field(const nlohmann::json& body, const char* key);
/// JSON in one line, whatever bytes it holds, and not too long for a message.
[[nodiscard]] std::string shown(const nlohmann::json& value);

/// Wide enough for every 64-bit integer, signed or not, and for sums of many.
__extension__ using Integer = __int128;
/// The value of a JSON integer, also from 2^63 on; nullopt for everything else. (`get<std::int64_t>()` wraps.)
[[nodiscard]] std::optional<Integer> integer_of(const nlohmann::json& value);
/// The same, if it has 64 bits with a sign.
[[nodiscard]] std::optional<std::int64_t> int64_of(const nlohmann::json& value);
/// Orders values so that only values that are equal as JSON are equivalent: 1 and 1.0 are, -1 and 2^64 - 1
/// are not.
struct ValueLess {
  bool operator()(const nlohmann::json& one, const nlohmann::json& other) const;
};

/// It was answered as asked.
[[nodiscard]] bool yes(const Call& call);
/// The code of an answer of the type `error`: 0 if it has none.
[[nodiscard]] std::optional<std::int64_t> error_of(const Call& call);
/// It surely did not happen.
[[nodiscard]] bool refused(const Call& call);

/// The last call of this type at each node that is up: of a node that is down nobody reads. Of one
/// that came back what it said before says nothing.
[[nodiscard]] std::map<std::string, const Call*> last_calls(const History& history,
                                                            std::string_view type);

}  // namespace ldfi::check
