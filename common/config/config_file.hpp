// Reads a YAML config strictly: every problem is a Diagnostic with its place, and all of them are
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

/// What takes the place of a value of a config with `system`: `eot` and `500ms`.
struct SystemValue {
  std::string name;
  std::string value;
  SourceRange where{FileId(~0U), 0, 0, 1};  ///< in the config; no place: the command line
};

/// What the command line, or a cell of a sweep, says in place of such a config.
struct SystemSaid {
  std::vector<SystemValue> values;
  std::vector<std::vector<SystemValue>> axes;  ///< each of one name, ascending
  bool one = false;                            ///< no sweep, whatever the config says
};

/// Plan::said, read again.
[[nodiscard]] SystemSaid said_of(const std::vector<std::string>& said);

/// A cell of a sweep of a real system. It is read as a config of its own: SystemSaid{values, {}, true}.
struct SystemCell {
  std::string name;  ///< EOT, EFF and crashes, and what else differs: `1s,300ms,1,omissions=2`
  std::vector<SystemValue> values;
};

/// How a cell is called, without what else differs: `1s,300ms,1`.
[[nodiscard]] std::string cell_name(const systems::Plan& plan);

/// What a config says, and where it says it.
struct ConfigFile {
  Options options;
  /// False if the config is no YAML map; it then says nothing.
  bool readable = false;
  /// Option name → the place of its value. Options that the config does not set are missing.
  std::map<std::string, SourceRange, std::less<>> places;
  /// Where a missing option would belong: the `fspec` key, or the file as a whole.
  SourceRange fspec_place;
  /// Of a config with `system`: what is run. It has no programs. Of a sweep it is the first cell.
  std::optional<systems::Plan> system;
  std::vector<SystemCell> cells;  ///< of a sweep of it
  std::size_t skipped = 0;        ///< combinations of its axes that are no cells: EFF is after EOT
};

/// The bytes of a config. A diagnostic about `file` as a whole refuses a file that does not exist,
/// cannot be opened, is not regular (a FIFO never blocks), or is larger than 1 MiB. Throws
/// EnvironmentError when reading fails.
std::string read_config_bytes(const std::string& path, FileId file,
                              std::vector<Diagnostic>& problems);

struct YamlNode;

/// Reads the text of `file`. Program paths are relative to the folder of `path`. The result is
/// complete only if `problems` gets no errors. `said` is about configs with `system` alone; what is
/// wrong with its values has their place.
ConfigFile read_config(std::string_view text, const std::string& path, FileId file,
                       std::vector<Diagnostic>& problems, const SystemSaid& said = {});

/// The same, of a text that parse_yaml() has read.
ConfigFile read_config_tree(const YamlNode& root, const std::string& path, FileId file,
                            std::vector<Diagnostic>& problems, const SystemSaid& said);

}  // namespace ldfi::config
