// Diagnostics with file:line:column, the source line and a caret. All problems of an input are
// collected and reported together.
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

/// A place in a source: 1-based line and column (columns count bytes), `length` bytes of one line.
/// line 0 means "the file as a whole"; a default SourceRange has no file to show.
struct SourceRange {
  FileId file{};
  int line = 0;
  int column = 0;
  int length = 1;
  bool operator==(const SourceRange&) const = default;
};

/// `code` is a stable short name ("arity", "unbound", "yaml-unknown-key"), documented with the
/// corpus.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  SourceRange where;
  std::string message;
  std::vector<std::string> hints;
};

/// The texts that diagnostics point into: programs, configs, and the command line ("--replay").
class SourceSet {
 public:
  FileId add(std::string name, std::string text);
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  [[nodiscard]] const std::string& name(FileId file) const;
  [[nodiscard]] const std::string& text(FileId file) const;
  /// The text of a 1-based line without its end, or empty.
  [[nodiscard]] std::string_view line(FileId file, int line) const;

 private:
  struct File {
    std::string name;
    std::string text;
  };
  std::vector<File> files_;
};

/// Human-readable form, with control characters and invalid UTF-8 escaped, long lines cut around
/// the caret.
std::string render(const Diagnostic& diagnostic, const SourceSet& sources);
/// All of them in source order, then a line such as "2 errors, 1 warning".
std::string render(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

[[nodiscard]] bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// The nearest of `candidates` by edit distance, when near enough to be a likely typo; else empty.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);

/// `text` with invalid UTF-8 and the characters that nobody sees (controls, bidirectional marks,
/// all that Unicode lets a font ignore, U+2800) as \xNN: what looks the same is the same, as far as
/// that can be told, and no terminal is driven.
std::string printable(std::string_view text);

}  // namespace ldfi
