// Reads the keys of one line of a recording. Reports keys that are missing, have another type, or
// are out of range. Private to common/systems.
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

/// The type of a key's value.
enum class KeyType : std::uint8_t {
  anything,
  text,
  word,       ///< a text that is not empty
  name,       ///< name of a node
  flag,       ///< true or false
  time,       ///< a number of nanoseconds
  count,      ///< an integer ≥ 0
  integer,    ///< any integer
  operation,  ///< an integer or a text
  texts,      ///< a list of texts
  message,    ///< a message: [from, to, type, number]
  line        ///< the number of a line, from 1
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

  /// Problems are appended to `problems`, which must outlive this object.
  Fields(FileId file, std::vector<Diagnostic>& problems) : problems_(problems), file_(file) {}

  /// Sets the line that the following error messages name.
  void at(int line) { line_ = line; }
  [[nodiscard]] int line() const { return line_; }
  /// Returns true if this object has not reported any problem yet.
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool full() const { return problems_.size() == max_problems; }
  void fail(std::string message, std::vector<std::string> hints = {});

  /// Reports each key of the object that is unknown (not in `known`). Keys that begin with x_ are
  /// always allowed.
  void keys(const Json& object, std::span<const std::string_view> known);
  /// Reports each key of the object that is unknown, missing, or has a value of another type.
  /// Returns true if no problem was reported.
  bool check(const Json& object, std::span<const Key> known);
  std::string text_of(const Json& object, std::string_view key);
  std::int64_t time_of(const Json& object, std::string_view key);
  /// Returns the integer under a key. Returns nullopt if the key is missing.
  std::optional<std::uint64_t> count_of(const Json& object, std::string_view key);
  /// Returns the value of a key that is true or false. Returns false if the key is missing.
  bool flag_of(const Json& object, std::string_view key);
  std::vector<std::string> names_of(const Json& object, std::string_view key);
  /// Returns the texts under a key. Empty if the key is missing.
  std::vector<std::string> texts_of(const Json& object, std::string_view key);
  /// Returns the durations under a key, in nanoseconds. Reports a list that does not ascend.
  std::vector<std::int64_t> spans_of(const Json& object, std::string_view key);

 private:
  /// Returns true if the key has a value of this type. Otherwise reports that the key is missing or
  /// has a wrong type.
  bool expect(const Json& object, std::string_view key, KeyType type);

  std::vector<Diagnostic>& problems_;
  FileId file_;
  int line_ = 0;
  bool good_ = true;
};

}  // namespace ldfi::systems
