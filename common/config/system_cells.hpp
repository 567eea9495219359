// Applies values that replace those of a real system's config. They come from the command line, or
// from a cell of a sweep (docs/reference/sweeps.md#real-systems). Private to common/config.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/config_file.hpp"
#include "common/config/yaml_tree.hpp"

namespace ldfi::config {

/// Returns true if the option sets or varies a value of a real system's Fspec.
[[nodiscard]] bool is_system_value(std::string_view option);

/// A function that returns the arguments of an option, or null if the option was not given.
using GivenValues = std::function<const std::vector<std::string>*(std::string_view)>;

/// Reads the options of the command line that replace values of a real system's config. Adds a text
/// to `problems` for each problem.
[[nodiscard]] ReplacedValues read_system_options(const GivenValues& given,
                                                 std::vector<std::string>& problems);
/// Moves the problems that have no place in the config to `usage`, because the command line caused
/// them.
void take_unplaced(std::vector<Diagnostic>& problems, std::vector<std::string>& usage);

/// Reads the config with the values that replace its own. If the resulting config has an axis, the
/// run is a sweep. Then the config is read once for each cell, so that all problems are found now.
[[nodiscard]] ConfigFile read_system(const YamlNode& root, const std::string& path,
                                     const ReplacedValues& said, std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
