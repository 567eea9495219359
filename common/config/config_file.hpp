// A YAML config, read strictly: every problem is a located Diagnostic, and all of them are reported
// at once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/config/options.hpp"

namespace ldfi::config {

/// What a config said, and where it said it.
struct ConfigFile {
  Options options;
  /// False if it is no YAML map, and so told nothing at all.
  bool readable = false;
  /// Option name → the place of its value; options that the config leaves alone are missing.
  std::map<std::string, SourceRange, std::less<>> places;
  /// Where an option that is missing would belong: the `fspec` key, or the file as a whole.
  SourceRange fspec_place;
};

/// The bytes of a config. Refused with a diagnostic of `file` (as a whole): what does not exist,
/// cannot be opened, is no regular file (never blocks on a FIFO), or is larger than 1 MiB. Throws
/// EnvironmentError when reading fails.
std::string read_config_bytes(const std::string& path, FileId file,
                              std::vector<Diagnostic>& problems);

/// Reads the text of `file`. `path` is what program paths are resolved against. The result is
/// complete only if `problems` stays without errors.
ConfigFile read_config(std::string_view text, const std::string& path, FileId file,
                       std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
