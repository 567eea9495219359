// Reads maps of configs with `system` by the rows of their keys. Reports keys that are unknown,
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
  /// `path` names the map in messages: "system", or an empty text for the config itself. `keys` is
  /// the name in the table if it differs. Keeps references to `map` and `problems`. A node that is
  /// not a map is reported and read as an empty map.
  MapReader(const YamlNode& map, std::string path, std::vector<Diagnostic>& problems,
            std::string keys = {});

  /// Reports each key that has no row, or that belongs to another form of the map.
  void only(std::string_view form = {});
  /// Reports each key that is not in `keys`.
  void only(const std::vector<std::string>& keys);
  /// Reports the keys that only systems of the other kind have.
  void refuse_other(systems::Kind kind);
  /// Reports required keys that are missing, and stores the values whose rows store them. Skips
  /// keys whose value may be a map: they have separate readers.
  void read(SystemConfig& out);
  /// Stores the value of this key if its row stores it.
  void read_one(std::string_view key, SystemConfig& out);

  /// Returns the entry, or null if it is missing or has nothing to read.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  /// Returns the entry; reports it if it is missing.
  const YamlNode* need(std::string_view key);
  const YamlNode* need(std::string_view key, std::string_view what);
  /// Returns the entry, which another entry needs. If the command line set that other one, the
  /// message says so.
  const YamlNode* need(std::string_view key, const YamlNode& other);

  // The functions below return the value of a key if its row allows the value.
  std::optional<std::string> word(std::string_view key);
  std::vector<std::string> words(std::string_view key);
  /// Reads a list as words() does. The list must not be empty.
  std::vector<std::string> some_words(std::string_view key);
  std::optional<std::uint64_t> number(std::string_view key);
  /// Reads `4s`, `100ms`, `20us` or `5ns`, in nanoseconds.
  std::optional<std::int64_t> duration(std::string_view key);
  /// Returns the index of the word among the choices of the row.
  std::optional<std::size_t> choice(std::string_view key);
  std::optional<bool> toggle(std::string_view key);

  void fail(const YamlNode& at, std::string message, std::vector<std::string> hints = {});
  /// Returns the name in messages, such as `system.nodes`.
  [[nodiscard]] std::string name_of(std::string_view key) const;

 private:
  [[nodiscard]] const OptionRow& row_of(std::string_view key) const;
  std::optional<Value> value(const OptionRow& row);
  const YamlNode* need(std::string_view key, std::string_view what, SourceRange where);
  /// Reports the key unless its value is 0.
  void refuse_reserved(std::string_view key);
  /// Reads `5%` or `0.5%`, in millionths.
  std::optional<std::uint64_t> percent(std::string_view key);

  const YamlNode& map_;
  std::string path_;
  std::vector<Diagnostic>& problems_;
  std::string keys_;
};

}  // namespace ldfi::config
