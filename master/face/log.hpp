// What a run says while it goes: plain lines on stderr. stdout is for results alone.
#pragma once

#include <string>

#include "common/config/options.hpp"

namespace ldfi::app {

class Log {
 public:
  explicit Log(config::Verbosity verbosity) : verbosity_(verbosity) {}

  /// Errors: said always. Several lines are kept together.
  void error(const std::string& text) const;
  /// Warnings and notes; not with --quiet.
  void note(const std::string& text) const;
  /// Only with --verbose.
  void detail(const std::string& text) const;
  /// Rendered diagnostics, as they are; not with --quiet.
  void diagnostics(const std::string& rendered) const;
  [[nodiscard]] bool quiet() const { return verbosity_ == config::Verbosity::quiet; }

 private:
  config::Verbosity verbosity_;
};

/// Writes to stdout and makes sure that it got there; throws EnvironmentError.
void print_result(const std::string& text);

}  // namespace ldfi::app
