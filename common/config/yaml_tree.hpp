// The strict subset of YAML that configs are written in, as a small located tree. Refused, each
// with its place: anchors, aliases, tags, merge keys, duplicate keys, keys that are not words, a
// second document, nesting deeper than `max_yaml_depth`, NUL bytes and invalid UTF-8. Private to
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
/// A hopeless file is not reported line by line: further problems are dropped.
inline constexpr std::size_t max_yaml_problems = 50;

struct YamlNode {
  /// `refused` stands where a problem was reported already, so that nobody reports it again.
  enum class Type : std::uint8_t { null, scalar, list, map, refused };
  Type type = Type::null;
  SourceRange where;
  std::string text;     ///< of a scalar
  bool quoted = false;  ///< a scalar in quotes, or a block scalar
  std::string key;      ///< of a map's entry
  SourceRange key_where;
  std::vector<YamlNode> children;  ///< of a list or a map
};

/// "a list", "a number", …: how messages name what stands there.
std::string describe(const YamlNode& node);

/// True for what YAML reads as a string: quoted, or neither number, truth value nor null.
bool is_string(const YamlNode& node);

/// Reads `text`, which is the text of `file`; problems go to `problems`. An empty document is null.
YamlNode parse_yaml(std::string_view text, FileId file, std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
