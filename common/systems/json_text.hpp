// The one reader of JSON that strangers have written: lines of nodes and runners, verdicts of checkers,
// recordings, cases and schedules. A text in which an object has a key twice is refused, because
// another reader may take the other value and come to another verdict. Integers that do not fit into
// 64 bits become doubles, so that two of them may become equal. Readers of values refuse them.
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

constexpr std::size_t deepest_json = 64;  ///< lists and objects that may be open at once

struct JsonText {
  std::optional<nlohmann::json>
      value;                         ///< nullopt if the text is refused, for one of these reasons:
  bool too_deep = false;             ///< more lists and objects are open at once than allowed
  std::optional<std::string> twice;  ///< a key that one object has twice; not fit to be printed
  /// The first integer of `value` that does not fit into 64 bits, signed or unsigned.
  std::optional<std::string> wide{};
};

/// Without a value and without a reason, the text is not JSON.
[[nodiscard]] JsonText read_json(std::string_view text, std::size_t depth = deepest_json);

}  // namespace ldfi::systems
