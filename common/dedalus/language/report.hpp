// Collects the errors and warnings of a program. Only a limited number of each is stored, so that a
// large broken program gives a readable report. A last message has the number of those left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/dedalus/language/codes.hpp"

namespace ldfi::dedalus {

class Report {
 public:
  static constexpr std::size_t max_per_severity = 100;

  void error(Code code, SourceRange where, std::string message,
             std::vector<std::string> hints = {});
  /// Counts an error at another place than the one reported before, without a message of its own.
  /// So error_count() shows callers that a statement is wrong.
  void error_again() { ++repeated_; }
  void warning(Code code, SourceRange where, std::string message,
               std::vector<std::string> hints = {});

  [[nodiscard]] bool has_errors() const { return errors_.seen > 0; }
  [[nodiscard]] std::size_t error_count() const { return errors_.seen + repeated_; }
  /// Returns true if further errors would be counted, but not stored. Then a caller need not look
  /// for them. warnings_full() does the same for warnings.
  [[nodiscard]] bool errors_full() const { return errors_.seen >= max_per_severity; }
  [[nodiscard]] bool warnings_full() const { return warnings_.seen >= max_per_severity; }

  /// Returns all errors and then all warnings, each in the order in which they were found.
  [[nodiscard]] std::vector<Diagnostic> diagnostics() const;
  [[nodiscard]] std::vector<Diagnostic> warnings() const;

 private:
  struct Bucket {
    std::vector<Diagnostic> kept;
    std::size_t seen = 0;
    SourceRange first_dropped;
  };
  static void add(Bucket& bucket, Diagnostic diagnostic);
  static void append(const Bucket& bucket, std::vector<Diagnostic>& out);

  Bucket errors_;
  Bucket warnings_;
  std::size_t repeated_ = 0;  ///< number of errors without a message, see error_again()
};

/// Returns the candidate that closest() finds. Returns an empty text if the word is too short,
/// because it would resemble too many others. Also returns an empty text if there are so many
/// candidates that the search would take too long.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// Returns a place as text, such as `a.ded:3:5`, for messages that mention a second place.
std::string place(SourceRange where, const SourceSet& sources);

}  // namespace ldfi::dedalus
