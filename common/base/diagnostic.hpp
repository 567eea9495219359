// Diagnostics: errors and warnings about an input, with file:line:column, the source line and a
// caret. All problems of an input are collected and reported together.
//
//   SourceSet sources;  FileId f = sources.add("a.ded", text);
//   Diagnostic d{Severity::error, "arity", {f, 3, 5, 4}, "log takes 2 columns, not 3", {}};
//   std::cerr << render(d, sources);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"

namespace ldfi {

enum class Severity : std::uint8_t { error, warning };

/// A place in a source: `length` bytes of one line. Line and column are counted from 1, and a
/// column is a byte. Line 0 means the file as a whole. If `file` is not in the SourceSet, for
/// example FileId(~0U), the diagnostic is shown without a place.
struct SourceRange {
  FileId file{};
  int line = 0;
  int column = 0;
  int length = 1;
  bool operator==(const SourceRange&) const = default;
};

/// A problem of an input. `code` is a short name that scripts may rely on, such as "arity",
/// "unbound" or "yaml-unknown-key". The folder test/corpus has an example of each code.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  SourceRange where;
  std::string message;
  std::vector<std::string> hints;
};

/// The texts to which diagnostics refer: programs, configs and parts of the command line, such as
/// "--replay".
class SourceSet {
 public:
  /// Adds a text and returns its id. The ids are 0, 1, 2, … in the order of the calls.
  FileId add(std::string name, std::string text);
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  /// Returns the name of a text. Both name() and text() require that add() has returned `file`.
  [[nodiscard]] const std::string& name(FileId file) const;
  [[nodiscard]] const std::string& text(FileId file) const;
  /// Returns a line of a text, counted from 1, without its line end. Empty if there is no such file
  /// or line.
  [[nodiscard]] std::string_view line(FileId file, int line) const;

 private:
  struct File {
    std::string name;
    std::string text;
  };
  std::vector<File> files_;
};

/// Returns the diagnostic as text for people. Escapes control characters and invalid UTF-8. Shows
/// only a part of a long source line, around the caret.
std::string render(const Diagnostic& diagnostic, const SourceSet& sources);
/// Returns all diagnostics as text, sorted by their places, followed by a line such as "2 errors, 1
/// warning".
std::string render(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

[[nodiscard]] bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// Returns the candidate with the smallest edit distance to `word`. Returns an empty string if no
/// candidate is close enough for `word` to be a typing error.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);
/// Returns true if some diagnostic has the hint `did you mean WORD?`.
[[nodiscard]] bool suggests(const std::vector<Diagnostic>& problems, std::string_view word);

/// Returns `text` with every invalid byte and every invisible character written as \xNN. Invisible
/// characters are controls, bidirectional marks, all characters that Unicode lets a font ignore,
/// and U+2800. So different texts look different, as far as possible, and no text can control the
/// terminal.
std::string printable(std::string_view text);

}  // namespace ldfi
