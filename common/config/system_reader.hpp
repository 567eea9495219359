// Reads a map of a real system's config by the rows of its keys. Reports keys that are unknown,
// missing, of another type, or out of range. Private to common/config.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/option_table.hpp"
#include "common/config/system_config.hpp"
#include "common/config/yaml_tree.hpp"

namespace ldfi::config {

class MapReader {
 public:
  /// `path` names the map in messages, such as "system"; it is empty for the config itself. `keys`
  /// is the name of the map in the table, if that differs. Keeps references to `map` and
  /// `problems`. A node that is not a map is reported and read as an empty map.
  MapReader(const YamlNode& map, std::string path, std::vector<Diagnostic>& problems,
            std::string keys = {});

  /// Reports each key that has no row, or that belongs to another form of the map than `form`.
  void only(std::string_view form = {});
  /// Reports each key of the map that is not in `keys`.
  void only(const std::vector<std::string>& keys);
  /// Reports the keys that only systems of the other kind may have.
  void refuse_other(systems::Kind kind);
  /// Reports required keys that are missing, and stores all values whose rows store them. Skips
  /// keys whose value may be a map, because they have their own readers.
  void read(SystemConfig& out);
  /// Stores the value of this key if the row of the key stores it.
  void read_one(std::string_view key, SystemConfig& out);

  /// Returns the node of a key. Returns null if the key is missing or has no value.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  /// Returns the node of a key, or reports that the key is missing and returns null.
  const YamlNode* need(std::string_view key);
  const YamlNode* need(std::string_view key, std::string_view what);
  /// Returns the node of a key that `other` requires. If the command line set `other`, the message
  /// about the missing key says so.
  const YamlNode* need(std::string_view key, const YamlNode& other);

  // Each of the following functions returns the value of a key, or an empty result if its row does
  // not allow the value.
  std::optional<std::string> word(std::string_view key);
  std::vector<std::string> words(std::string_view key);
  /// Returns a list as words() does. Reports an empty list.
  std::vector<std::string> some_words(std::string_view key);
  std::optional<std::uint64_t> number(std::string_view key);
  /// Returns the nanoseconds of a time such as `4s`, `100ms`, `20us` or `5ns`.
  std::optional<std::int64_t> duration(std::string_view key);
  /// Returns the index of the value among the choices of the row.
  std::optional<std::size_t> choice(std::string_view key);
  std::optional<bool> toggle(std::string_view key);

  void fail(const YamlNode& at, std::string message, std::vector<std::string> hints = {});
  /// Returns the name of a key in messages, such as `system.nodes`.
  [[nodiscard]] std::string name_of(std::string_view key) const;

 private:
  [[nodiscard]] const OptionRow& row_of(std::string_view key) const;
  std::optional<Value> value(const OptionRow& row);
  const YamlNode* need(std::string_view key, std::string_view what, SourceRange where);
  /// Returns true if an unknown key of the map is most like this key. The unknown key has its own message.
  [[nodiscard]] bool is_mistyped(std::string_view key) const;
  /// Reports a key that is reserved for future use, unless its value is 0.
  void refuse_reserved(std::string_view key);
  /// Returns the millionths of a share such as `5%` or `0.5%`.
  std::optional<std::uint64_t> percent(std::string_view key);

  const YamlNode& map_;
  std::string path_;
  std::vector<Diagnostic>& problems_;
  std::string keys_;
};

}  // namespace ldfi::config
