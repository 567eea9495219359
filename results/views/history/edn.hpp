// Reads EDN, the notation of the histories of Jepsen (a tool that tests databases), from a stream
// of any length. Returns one top-level form after the other, as JSON. nil becomes null. Keywords
// and symbols become texts without their colon. Vectors, lists and sets become arrays. Tags are
// dropped. If one vector encloses all forms, its brackets are skipped. Numbers become integers of
// 64 bits or doubles, and ratios become texts. Other numbers, such as 2^64 and ##NaN, are errors.
//
//   EdnReader reader(stream);
//   while (const auto form = reader.next()) { … }
#pragma once

#include <cstddef>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

namespace ldfi::results {

/// Thrown for a text that is not EDN. what() returns the reason, and line() the number of the wrong
/// line.
class EdnError : public std::runtime_error {
 public:
  EdnError(std::size_t line, const std::string& text) : std::runtime_error(text), line_(line) {}
  [[nodiscard]] std::size_t line() const { return line_; }

 private:
  std::size_t line_;
};

class EdnReader {
 public:
  /// The stream must outlive the reader.
  explicit EdnReader(std::istream& stream) : in_(*stream.rdbuf()) {}

  /// Returns the next form, or nullopt at the end. Throws EdnError.
  [[nodiscard]] std::optional<nlohmann::json> next();
  /// Returns the line on which the last form began, from 1 on.
  [[nodiscard]] std::size_t line() const { return form_line_; }

 private:
  using Json = nlohmann::json;
  static constexpr int end = -1;

  [[nodiscard]] int peek() const;
  int take();
  void skip_blanks();
  Json form(std::size_t depth);
  Json sequence(int closing, std::size_t depth);
  Json map(std::size_t depth);
  Json after_hash(std::size_t depth);
  std::string text();
  void escape(std::string& out);
  std::string token();
  Json atom(const std::string& token) const;
  [[nodiscard]] Json number(const std::string& token) const;
  void expect_text(const std::string& text) const;
  void expect_depth(std::size_t depth) const;
  [[noreturn]] void fail(const std::string& what) const { throw EdnError(line_, what); }

  std::streambuf& in_;
  std::size_t line_ = 1;
  std::size_t form_line_ = 1;
  bool in_vector_ = false;  ///< true inside a vector that encloses all forms
  bool begun_ = false;      ///< true after the first form was read
};

}  // namespace ldfi::results
