// The messages of a run: plain lines on stderr. stdout is for results only.
#pragma once

#include <string>

#include "common/config/options.hpp"

namespace ldfi::app {

class Log {
 public:
  explicit Log(config::Verbosity verbosity) : verbosity_(verbosity) {}

  /// Prints an error, even with --quiet. The lines of the text are not mixed with other output.
  void error(const std::string& text) const;
  /// Prints a warning or a note, except with --quiet.
  void note(const std::string& text) const;
  /// Prints a detail, only with --verbose.
  void detail(const std::string& text) const;
  /// Prints rendered diagnostics unchanged, except with --quiet.
  void diagnostics(const std::string& rendered) const;
  [[nodiscard]] bool quiet() const { return verbosity_ == config::Verbosity::quiet; }

 private:
  config::Verbosity verbosity_;
};

/// Makes the text printable, writes it to stdout, and checks that all of it was written. Throws
/// EnvironmentError if not.
void print_result(const std::string& result);

}  // namespace ldfi::app
