#include "master/face/log.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "common/base/errors.hpp"
#include "common/base/printable_output.hpp"
#include "common/base/text.hpp"
#include "master/face/colours.hpp"
#include "master/face/standing_line.hpp"

namespace ldfi::app {
namespace {

std::string prefixed(const std::string& text) {
  std::string out = "ldfi-farm: " + bounded_lines(text);
  if (!out.ends_with('\n')) out += '\n';
  return out;
}

}  // namespace

void Log::error(const std::string& text) const {
  say(prefixed(text));
}

void Log::note(const std::string& text) const {
  if (verbosity_ != config::Verbosity::quiet) say(prefixed(text));
}

void Log::detail(const std::string& text) const {
  if (verbosity_ == config::Verbosity::verbose) say(prefixed(text));
}

void Log::diagnostics(const std::string& rendered) const {
  if (verbosity_ != config::Verbosity::quiet) say(rendered);
}

// All of the text is written by one call if a pipe has room for it. So a reader that ends early, such as
// `head -1`, usually causes no write error.
void print_result(const std::string& result) {
  std::string text = printable_output(result);
  if (stdout_takes_colours()) text = with_colours(text);
  std::fflush(stdout);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      throw EnvironmentError(fmt::format("write to stdout: {}", std::strerror(errno)));
    }
    done += static_cast<std::size_t>(written);
  }
}

}  // namespace ldfi::app
