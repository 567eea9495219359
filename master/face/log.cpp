#include "master/face/log.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "common/base/errors.hpp"
#include "common/base/printable_output.hpp"
#include "master/face/standing_line.hpp"

namespace ldfi::app {
namespace {

std::string prefixed(const std::string& text) {
  std::string out = "ldfi-farm: " + text;
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

void print_result(const std::string& result) {
  const std::string text = printable_output(result);
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw EnvironmentError(fmt::format("write to stdout: {}", std::strerror(errno)));
}

}  // namespace ldfi::app
