// Reads all JSON from outside: lines of nodes and runners, verdicts of checkers, recordings, cases
// and schedules. Refuses a text in which an object has a key twice, because another reader may take
// the other value and come to another verdict. Integers that do not fit into 64 bits become
// doubles, so two different ones may become equal. Readers that use such a value must refuse it,
// see JsonText::wide.
//
//   const JsonText read = read_json(line);
//   if (!read.value) refuse(read.twice ? "the key " + *read.twice + " …" : "it is not JSON");
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace ldfi::systems {

/// Largest number of lists and objects that may be open at once.
constexpr std::size_t deepest_json = 64;

struct JsonText {
  std::optional<nlohmann::json> value;  ///< nullopt if the text is refused
  bool too_deep = false;  ///< true if more lists and objects are open at once than allowed
  /// The key that an object has twice, if that is the reason; may contain unprintable characters.
  std::optional<std::string> twice;
  /// The first integer of `value` that fits into no 64-bit integer; nullopt if there is none.
  std::optional<std::string> wide{};
};

/// Returns the value of a text, or why the text is refused. If the result has neither a value nor a
/// reason, the text is not JSON.
[[nodiscard]] JsonText read_json(std::string_view text, std::size_t depth = deepest_json);

}  // namespace ldfi::systems
