// The one reader of JSON that strangers have written: lines of nodes and runners, verdicts of checkers,
// recordings, cases and schedules. A text in which an object has a key twice is refused, because
// another reader may take the other value and come to another verdict.
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

struct JsonText {
  std::optional<nlohmann::json>
      value;                         ///< nullopt if the text is refused, for one of these reasons:
  bool too_deep = false;             ///< more lists and objects are open at once than allowed
  std::optional<std::string> twice;  ///< a key that one object has twice; not fit to be printed
};

/// Without a value and without a reason, the text is not JSON.
[[nodiscard]] JsonText read_json(std::string_view text, std::size_t most_deep = 64);

}  // namespace ldfi::systems
