// Hints that propose a name in place of one that does not exist.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi {

enum class NameForm : std::uint8_t {
  plain,   ///< as it is
  quoted,  ///< in the form of word_or_quoted()
  code     ///< between backquotes
};

/// Returns `did you mean NAME?`. Returns `otherwise` if the name is empty: closest() returns an empty
/// name if no name is close enough.
std::string did_you_mean(std::string_view name, std::string otherwise = "",
                         NameForm form = NameForm::plain);

/// Returns the hint as a list of hints, which is empty if the hint is empty.
std::vector<std::string> as_hints(std::string hint);

/// Returns the hint as another line of the message of a UsageError, or an empty text if the hint is
/// empty.
std::string hint_line(const std::string& hint);

}  // namespace ldfi
