// Parses the strict subset of YAML that configs use into a small tree. Each node has its place in
// the text. The parser refuses anchors, aliases, tags, merge keys, duplicate keys, keys that are
// not words, a second document, nesting deeper than `max_yaml_depth`, NUL bytes and invalid UTF-8,
// and reports the place of each. Private to common/config.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi::config {

inline constexpr std::size_t max_yaml_bytes = std::size_t{1} << 20U;
inline constexpr int max_yaml_depth = 8;
/// Largest number of reported problems. So a file of another format is not reported line by line.
inline constexpr std::size_t max_yaml_problems = 50;

struct YamlNode {
  /// `refused` marks a node whose problem was already reported, so that it is not reported twice.
  enum class Type : std::uint8_t { null, scalar, list, map, refused };
  Type type = Type::null;
  SourceRange where;
  std::string text;     ///< text of a scalar
  bool quoted = false;  ///< true for a scalar in quotes, or a block scalar
  std::string key;      ///< key of the node, if it is an entry of a map
  SourceRange key_where;
  std::vector<YamlNode> children;  ///< children of a list or a map
};

/// Returns the type of a node in words for messages, such as "a list" or "a number".
std::string describe(const YamlNode& node);

/// Returns true for a scalar that YAML reads as a string: it is quoted, or is neither a number, a
/// truth value nor null.
bool is_string(const YamlNode& node);

/// Parses `text`, the contents of `file`, and adds its problems to `problems`. For an empty
/// document, returns a node of type null.
YamlNode parse_yaml(std::string_view text, FileId file, std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
