#include "master/face/standing_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "common/base/printable_output.hpp"

namespace ldfi::app {
namespace {

// Escape sequence that erases the rest of a line, ECMA-48 §8.3.41.
constexpr std::string_view clear_rest = "\x1b[K";

struct Line {
  std::mutex mutex;
  bool stands = false;
};

Line& line() {
  static Line one;
  return one;
}

void write(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

/// Returns the width of the terminal in characters, or 0 if the width is unknown.
std::size_t terminal_width() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

void say(const std::string& text) {
  Line& l = line();
  const std::lock_guard lock(l.mutex);
  std::string all;
  if (l.stands) all.append("\r").append(clear_rest);
  l.stands = false;
  write(all + printable_output(text));
}

void write_status_line(const std::string& text) {
  Line& l = line();
  const std::lock_guard lock(l.mutex);
  const std::size_t width = terminal_width();
  // The last column stays free, because some terminals begin a new line when it is written.
  const std::string whole = printable_output(text);
  const std::string_view shown =
      std::string_view(whole).substr(0, width == 0 ? text.npos : width - 1);
  std::string all = l.stands ? "\r" : "";
  all.append(shown);
  if (l.stands) all.append(clear_rest);
  l.stands = true;
  write(all);
}

void end_status_line() {
  Line& l = line();
  const std::lock_guard lock(l.mutex);
  if (l.stands) write("\n");
  l.stands = false;
}

bool can_rewrite_line() {
  const char* const kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace ldfi::app
