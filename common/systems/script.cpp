#include "common/systems/script.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ldfi::systems {
namespace {

/// Returns true if the word names a Python interpreter, such as python3 or /usr/bin/python3.11.
bool is_python(const std::string& word) {
  constexpr std::string_view beginning = "python";
  const std::string name = word.substr(word.find_last_of('/') + 1);
  return name.starts_with(beginning) &&
         name.find_first_not_of("0123456789.", beginning.size()) == name.npos;
}

}  // namespace

std::size_t place_of_script(const std::vector<std::string>& command) {
  static constexpr std::array<std::string_view, 8> flags{"-u", "-B",  "-E", "-I",
                                                         "-O", "-OO", "-s", "-P"};
  if (!is_python(command.front())) return 0;
  const auto script = std::ranges::find_if(command.begin() + 1, command.end(), [](const auto& one) {
    return std::ranges::find(flags, one) == flags.end();
  });
  if (script == command.end() || script->empty() || script->starts_with('-')) return 0;
  return static_cast<std::size_t>(script - command.begin());
}

}  // namespace ldfi::systems
