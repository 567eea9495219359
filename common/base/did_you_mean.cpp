#include "common/base/did_you_mean.hpp"

#include <fmt/core.h>

#include <utility>

#include "common/base/text.hpp"

namespace ldfi {

std::string did_you_mean(std::string_view name, std::string otherwise, NameForm form) {
  if (name.empty()) return otherwise;
  if (form == NameForm::code) return fmt::format("did you mean `{}`?", name);
  return fmt::format("did you mean {}?",
                     form == NameForm::quoted ? word_or_quoted(name) : std::string(name));
}

std::vector<std::string> as_hints(std::string hint) {
  std::vector<std::string> out;
  if (!hint.empty()) out.push_back(std::move(hint));
  return out;
}

std::string hint_line(const std::string& hint) {
  return hint.empty() ? "" : "\n  hint: " + hint;
}

}  // namespace ldfi
