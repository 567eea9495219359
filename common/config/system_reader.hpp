// Reads maps of YAML key by key, and reports what is unknown, of another type, or out of range.
// Private to common/config.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/yaml_tree.hpp"

namespace ldfi::config {

class MapReader {
 public:
  /// `path` names the map in messages: "system", or nothing for the config itself. All three must
  /// outlive it. A node that is no map is reported, and read as an empty one.
  MapReader(const YamlNode& map, std::string path, std::vector<Diagnostic>& problems);

  /// Reports each key that is not among these.
  void only(std::initializer_list<std::string_view> keys);
  /// The entry, if there is one with something to read.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  /// The entry; reports it if it is missing.
  const YamlNode* need(std::string_view key, const std::string& what);

  std::optional<std::string> word(std::string_view key);
  std::vector<std::string> words(std::string_view key);
  std::optional<std::uint64_t> number(std::string_view key, std::uint64_t least,
                                      std::uint64_t most);
  /// `4s`, `100ms`, `20us`, `5ns`, in nanoseconds.
  std::optional<std::int64_t> duration(std::string_view key);
  /// `5%`, `0.5%`, in millionths.
  std::optional<std::uint64_t> percent(std::string_view key);
  /// One of these words, by its place among them.
  std::optional<std::size_t> choice(std::string_view key, const std::vector<std::string>& values);
  /// Reports these keys unless they ask for nothing: what they ask for is not there yet.
  void later(std::initializer_list<std::string_view> keys);

  void fail(const YamlNode& at, std::string message, std::vector<std::string> hints = {});
  /// `system.nodes`
  [[nodiscard]] std::string name_of(std::string_view key) const;

 private:
  const YamlNode& map_;
  std::string path_;
  std::vector<Diagnostic>& problems_;
};

}  // namespace ldfi::config
