// Reads maps of configs with `system` by the rows of their keys, and reports what is unknown, missing,
// of another type, or out of range. Private to common/config.
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
  /// `path` names the map in messages: "system", or nothing for the config itself. `keys` is the name
  /// in the table if that is another one. `map` and `problems` must outlive the reader. A node that
  /// is not a map is reported, and read as an empty one.
  MapReader(const YamlNode& map, std::string path, std::vector<Diagnostic>& problems,
            std::string keys = {});

  /// Reports each key that has no row, or that belongs to another form of the map.
  void only(std::string_view form = {});
  /// Reports each key that is not among these.
  void only(const std::vector<std::string>& keys);
  /// Reports the keys that are for systems of the other kind.
  void refuse_other(systems::Kind kind);
  /// Reports required keys that are missing, and stores the values whose rows store them. Keys whose
  /// value may be a map are left to their own readers.
  void read(SystemConfig& out);
  /// Stores the value of this key, if its row stores it.
  void read_one(std::string_view key, SystemConfig& out);

  /// The entry, if there is one with something to read.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  /// The entry; reports it if it is missing.
  const YamlNode* need(std::string_view key);
  const YamlNode* need(std::string_view key, std::string_view what);
  /// The entry, which another one needs; the command line is to blame if that one comes from there.
  const YamlNode* need(std::string_view key, const YamlNode& other);

  // The value of a key, as its row allows it.
  std::optional<std::string> word(std::string_view key);
  std::vector<std::string> words(std::string_view key);
  /// The same of a list that must not be empty.
  std::vector<std::string> some_words(std::string_view key);
  std::optional<std::uint64_t> number(std::string_view key);
  /// `4s`, `100ms`, `20us`, `5ns`, in nanoseconds.
  std::optional<std::int64_t> duration(std::string_view key);
  /// By its place among the words of the row.
  std::optional<std::size_t> choice(std::string_view key);
  std::optional<bool> toggle(std::string_view key);

  void fail(const YamlNode& at, std::string message, std::vector<std::string> hints = {});
  /// `system.nodes`
  [[nodiscard]] std::string name_of(std::string_view key) const;

 private:
  [[nodiscard]] const OptionRow& row_of(std::string_view key) const;
  std::optional<Value> value(const OptionRow& row);
  const YamlNode* need(std::string_view key, std::string_view what, SourceRange where);
  /// Reports the key unless its value is 0.
  void refuse_reserved(std::string_view key);
  /// `5%`, `0.5%`, in millionths.
  std::optional<std::uint64_t> percent(std::string_view key);

  const YamlNode& map_;
  std::string path_;
  std::vector<Diagnostic>& problems_;
  std::string keys_;
};

}  // namespace ldfi::config
