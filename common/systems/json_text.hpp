// Reads all JSON from outside: lines of nodes and runners, verdicts of checkers, recordings, cases
// and schedules. Refuses a text in which an object has a key twice, because another reader may take
// the other value and reach another verdict. Integers that do not fit into 64 bits become doubles,
// so two different integers may become equal. Callers must refuse such a text if they use its
// numbers, see JsonText::wide.
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

/// Largest depth of nested lists and objects.
constexpr std::size_t deepest_json = 64;

struct JsonText {
  std::optional<nlohmann::json> value;  ///< nullopt if the text is refused
  bool too_deep = false;  ///< true if lists and objects are nested more deeply than allowed
  /// First key that an object has twice, if the text is refused for that; may contain unprintable
  /// characters.
  std::optional<std::string> twice;
  /// First integer of `value` that does not fit into 64 bits; nullopt if all integers fit.
  std::optional<std::string> wide{};
};

/// Returns the value of a text, or the reason why the text is refused. The text is not JSON if the
/// result has neither a value nor a reason.
[[nodiscard]] JsonText read_json(std::string_view text, std::size_t depth = deepest_json);

}  // namespace ldfi::systems
