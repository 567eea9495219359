// Reads the keys of a line of a recording, and reports what is missing, of another type, or out of range.
// Private to common/systems.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi::systems {

/// The type of the value of a key.
enum class KeyType : std::uint8_t {
  anything,
  text,
  word,       ///< a text that is not empty
  name,       ///< of a node
  flag,       ///< true or false
  time,       ///< nanoseconds
  count,      ///< an integer from 0 on
  integer,    ///< an integer that may be negative
  operation,  ///< an integer or a text
  texts,      ///< a list
  message,    ///< [from, to, type, number]
  line        ///< number of a line, from 1 on
};

struct Key {
  std::string_view name;
  KeyType type = KeyType::anything;
  bool required = false;
};

class Fields {
 public:
  using Json = nlohmann::json;
  static constexpr std::size_t max_problems = 100;

  /// `problems` must outlive it.
  Fields(FileId file, std::vector<Diagnostic>& problems) : problems_(problems), file_(file) {}

  /// What is reported from here on is about this line.
  void at(int line) { line_ = line; }
  [[nodiscard]] int line() const { return line_; }
  /// Nothing was reported so far.
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool full() const { return problems_.size() == max_problems; }
  void fail(std::string message, std::vector<std::string> hints = {});

  /// Reports each key that is not among these, unless it begins with x_.
  void keys(const Json& object, std::span<const std::string_view> known);
  /// Reports each key that is unknown, missing, or of another type. Returns true if all keys are right.
  bool check(const Json& object, std::span<const Key> known);
  std::string text_of(const Json& object, std::string_view key);
  std::int64_t time_of(const Json& object, std::string_view key);
  /// Nothing if it is not there.
  std::optional<std::uint64_t> count_of(const Json& object, std::string_view key);
  /// False if it is not there.
  bool flag_of(const Json& object, std::string_view key);
  std::vector<std::string> names_of(const Json& object, std::string_view key);
  /// Empty if it is not there.
  std::vector<std::string> texts_of(const Json& object, std::string_view key);
  /// Lengths of time, which grow.
  std::vector<std::int64_t> spans_of(const Json& object, std::string_view key);

 private:
  /// Returns true if the key has this type. Reports it otherwise, or if it is missing.
  bool expect(const Json& object, std::string_view key, KeyType type);

  std::vector<Diagnostic>& problems_;
  FileId file_;
  int line_ = 0;
  bool good_ = true;
};

}  // namespace ldfi::systems
