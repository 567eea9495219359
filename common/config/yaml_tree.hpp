// The strict subset of YAML for configs, as a small tree with places. It refuses, each with its
// place: anchors, aliases, tags, merge keys, duplicate keys, keys that are not words, a second
// document, nesting deeper than `max_yaml_depth`, NUL bytes and invalid UTF-8. Private to
// common/config.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi::config {

inline constexpr std::size_t max_yaml_bytes = std::size_t{1} << 20U;
inline constexpr int max_yaml_depth = 8;
/// Maximum of reported problems, so that a file of another format is not reported line by line.
inline constexpr std::size_t max_yaml_problems = 50;

struct YamlNode {
  /// `refused` marks a node whose problem was reported, so that it is not reported again.
  enum class Type : std::uint8_t { null, scalar, list, map, refused };
  Type type = Type::null;
  SourceRange where;
  std::string text;     ///< text of a scalar
  bool quoted = false;  ///< true for a scalar in quotes, or a block scalar
  std::string key;      ///< key of the entry of a map
  SourceRange key_where;
  std::vector<YamlNode> children;  ///< children of a list or a map
};

/// Returns the kind of a node for messages: "a list", "a number", …
std::string describe(const YamlNode& node);

/// Returns true for a scalar that YAML reads as a string: quoted, or neither number, truth value
/// nor null.
bool is_string(const YamlNode& node);

/// Parses `text`, the contents of `file`, and adds problems to `problems`. The tree of an empty
/// document is null.
YamlNode parse_yaml(std::string_view text, FileId file, std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
