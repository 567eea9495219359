// Hints such as `did you mean NAME?` for a name that does not exist.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi {

enum class NameForm : std::uint8_t {
  plain,   ///< the name without any change
  quoted,  ///< in quotes unless it is a plain word, as word_or_quoted() does
  code     ///< between backquotes
};

/// Returns the hint `did you mean NAME?`. If `name` is empty, returns `otherwise`. So callers can
/// pass the result of closest(), which is empty if no name is close enough.
std::string did_you_mean(std::string_view name, std::string otherwise = "",
                         NameForm form = NameForm::plain);

/// Returns a list with the hint. The list is empty if the hint is empty.
std::vector<std::string> as_hints(std::string hint);

/// Returns the hint as an additional line for the message of a UsageError. Empty if the hint is
/// empty.
std::string hint_line(const std::string& hint);

}  // namespace ldfi
