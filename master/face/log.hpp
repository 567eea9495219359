// What a run says while it goes: plain lines on stderr. stdout is for results only.
#pragma once

#include <string>

#include "common/config/options.hpp"

namespace ldfi::app {

class Log {
 public:
  explicit Log(config::Verbosity verbosity) : verbosity_(verbosity) {}

  /// Errors; always printed. Lines of one text stay together.
  void error(const std::string& text) const;
  /// Warnings and notes; not printed with --quiet.
  void note(const std::string& text) const;
  /// Printed only with --verbose.
  void detail(const std::string& text) const;
  /// Rendered diagnostics, unchanged; not printed with --quiet.
  void diagnostics(const std::string& rendered) const;
  [[nodiscard]] bool quiet() const { return verbosity_ == config::Verbosity::quiet; }

 private:
  config::Verbosity verbosity_;
};

/// Writes to stdout, fit to be printed, and checks that everything was written. Throws
/// EnvironmentError.
void print_result(const std::string& result);

}  // namespace ldfi::app
