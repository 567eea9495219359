#include "master/face/colours.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "common/farm/mpi/launched.hpp"

namespace ldfi::app {
namespace {

constexpr std::string_view green = "\x1b[1;32m";
constexpr std::string_view red = "\x1b[1;31m";
constexpr std::string_view yellow = "\x1b[1;33m";
constexpr std::string_view no_colour = "\x1b[0m";

std::string_view colour_of(std::string_view verdict) {
  if (verdict == "certified") return green;
  return verdict == "counterexample" || verdict == "broken" ? red : yellow;
}

std::string painted(std::string_view line, bool is_first) {
  constexpr std::string_view label = "verdict ";
  const std::size_t begin =
      is_first && line.starts_with(label) ? line.find_first_not_of(' ', label.size()) : line.npos;
  std::string out(line);
  if (begin != line.npos) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    out.insert(end, no_colour);
    return out.insert(begin, colour_of(line.substr(begin, end - begin)));
  }
  if (line.starts_with("counterexample")) return out.insert(0, red).append(no_colour);
  return out;
}

}  // namespace

bool stdout_takes_colours() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  if (no_color != nullptr && *no_color != '\0') return false;
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return !mpi::launched() && ::isatty(STDOUT_FILENO) == 1;
}

std::string with_colours(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += painted(std::string_view(text).substr(begin, end - begin), begin == 0);
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

}  // namespace ldfi::app
