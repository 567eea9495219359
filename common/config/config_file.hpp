// Reads a YAML config strictly. Every problem is a Diagnostic with its place, and all problems are
// reported at once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/config/options.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::config {

/// A value that replaces a value of a real system's config, such as `eot` and `500ms`.
struct SystemValue {
  std::string name;
  std::string value;
  /// Place in the config; no place if the value is from the command line.
  SourceRange where{FileId(~0U), 0, 0, 1};
};

/// Values that replace those of a real system's config. They come from the command line, or from a
/// cell of a sweep.
struct ReplacedValues {
  std::vector<SystemValue> values;
  /// One list of ascending values for each name; each list is an axis of a sweep.
  std::vector<std::vector<SystemValue>> axes;
  bool one = false;  ///< true if there is no sweep, even if the config has one
};

/// Returns the values that the texts in Plan::said contain.
[[nodiscard]] ReplacedValues parse_replaced_values(const std::vector<std::string>& said);

/// A cell of a sweep of a real system: one Fspec, and the values that lead to it. The config is
/// read once for each cell, with ReplacedValues{values, {}, true}.
struct SystemCell {
  /// Name of the cell: EOT, EFF, crashes and other differences, such as `1s,300ms,1,omissions=2`.
  std::string name;
  std::vector<SystemValue> values;
};

/// Returns the first part of a cell's name, such as `1s,300ms,1`: EOT, EFF and crashes.
[[nodiscard]] std::string cell_name(const systems::Plan& plan);

/// The contents of a config, and the places of its values.
struct ConfigFile {
  Options options;
  /// False if the config is not a YAML map. Then all other members have their defaults.
  bool readable = false;
  /// For each option that the config sets, the place of its value.
  std::map<std::string, SourceRange, std::less<>> places;
  /// Place to which diagnostics about missing options refer: the `fspec` key, or the whole file.
  SourceRange fspec_place;
  /// The plan of a real system's config; nullopt for programs. For a sweep, the plan of the first
  /// cell.
  std::optional<systems::Plan> system;
  std::vector<SystemCell> cells;  ///< cells of a sweep of a real system; otherwise empty
  /// Number of combinations of a sweep's values that are left out because EFF is after EOT.
  std::size_t skipped = 0;
};

/// Returns the bytes of a config. Adds a diagnostic about `file` to `problems` if the file does not
/// exist, cannot be opened, is not regular, or is larger than 1 MiB. Never waits for a FIFO. Throws
/// EnvironmentError if reading fails.
std::string read_config_bytes(const std::string& path, FileId file,
                              std::vector<Diagnostic>& problems);

struct YamlNode;

/// Reads a config from `text`, the contents of `file`. Program paths are relative to the folder of
/// `path`. The result is complete only if no errors were added to `problems`. `said` has values
/// that replace those of a real system's config; problems of these values have their places.
ConfigFile read_config(std::string_view text, const std::string& path, FileId file,
                       std::vector<Diagnostic>& problems, const ReplacedValues& said = {});

/// Does the same as read_config(), for a tree that parse_yaml() returned.
ConfigFile read_config_tree(const YamlNode& root, const std::string& path, FileId file,
                            std::vector<Diagnostic>& problems, const ReplacedValues& said);

}  // namespace ldfi::config
