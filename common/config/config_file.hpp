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

/// A value that replaces one of a config with `system`, such as `eot` and `500ms`.
struct SystemValue {
  std::string name;
  std::string value;
  SourceRange where{FileId(~0U), 0, 0, 1};  ///< place in the config; no place: the command line
};

/// The values with which the command line, or a cell of a sweep, replaces those of such a config.
struct SystemSaid {
  std::vector<SystemValue> values;
  std::vector<std::vector<SystemValue>> axes;  ///< one for each name; values ascend
  bool one = false;                            ///< true if there is no sweep, whatever the config
                                               ///< contains
};

/// Reads the texts of Plan::said.
[[nodiscard]] SystemSaid said_of(const std::vector<std::string>& said);

/// A cell of a sweep of a real system. It is read like a config of its own, with SystemSaid{values,
/// {}, true}.
struct SystemCell {
  std::string name;  ///< EOT, EFF and crashes, and other differences, such as
                     ///< `1s,300ms,1,omissions=2`
  std::vector<SystemValue> values;
};

/// Returns the first part of the name of a cell, such as `1s,300ms,1`.
[[nodiscard]] std::string cell_name(const systems::Plan& plan);

/// The contents of a config, with their places.
struct ConfigFile {
  Options options;
  /// False if the config is not a YAML map. Then all other members have their defaults.
  bool readable = false;
  /// Option name → the place of its value. Options that the config does not set are missing.
  std::map<std::string, SourceRange, std::less<>> places;
  /// The place for problems of missing options: the `fspec` key, or the whole file.
  SourceRange fspec_place;
  /// The plan of a config with `system`, which has no programs. For a sweep, the plan of the first
  /// cell.
  std::optional<systems::Plan> system;
  std::vector<SystemCell> cells;  ///< cells of a sweep of a real system
  std::size_t skipped = 0;        ///< number of combinations of the axes without a cell, because
                                  ///< EFF is after EOT
};

/// Returns the bytes of a config. Refuses a file that does not exist, cannot be opened, is not
/// regular, or is larger than 1 MiB, by a diagnostic about `file` as a whole. Never blocks on a
/// FIFO. Throws EnvironmentError if reading fails.
std::string read_config_bytes(const std::string& path, FileId file,
                              std::vector<Diagnostic>& problems);

struct YamlNode;

/// Reads the text of `file`. Program paths are relative to the folder of `path`. The result is
/// complete only if `problems` gets no errors. `said` applies only to configs with `system`;
/// problems of its values have the places of these values.
ConfigFile read_config(std::string_view text, const std::string& path, FileId file,
                       std::vector<Diagnostic>& problems, const SystemSaid& said = {});

/// Reads a tree that parse_yaml() returned, as read_config() reads a text.
ConfigFile read_config_tree(const YamlNode& root, const std::string& path, FileId file,
                            std::vector<Diagnostic>& problems, const SystemSaid& said);

}  // namespace ldfi::config
