// The messages of a run: plain lines on stderr. stdout is for results only.
#pragma once

#include <string>

#include "common/config/options.hpp"

namespace ldfi::app {

class Log {
 public:
  explicit Log(config::Verbosity verbosity) : verbosity_(verbosity) {}

  /// Prints an error. Always printed. The lines of one text stay together.
  void error(const std::string& text) const;
  /// Prints a warning or a note, except with --quiet.
  void note(const std::string& text) const;
  /// Printed only with --verbose.
  void detail(const std::string& text) const;
  /// Prints rendered diagnostics unchanged, except with --quiet.
  void diagnostics(const std::string& rendered) const;
  [[nodiscard]] bool quiet() const { return verbosity_ == config::Verbosity::quiet; }

 private:
  config::Verbosity verbosity_;
};

/// Writes to stdout after making the text printable, and checks that everything was written. Throws
/// EnvironmentError.
void print_result(const std::string& result);

}  // namespace ldfi::app
