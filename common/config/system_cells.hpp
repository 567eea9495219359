// Applies values that replace those of a config with `system`: values of the command line, and of
// the cells of a sweep (docs/reference/sweeps.md#real-systems). Private to common/config.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/config_file.hpp"
#include "common/config/yaml_tree.hpp"

namespace ldfi::config {

/// Returns true if the option sets or varies one of these values.
[[nodiscard]] bool is_system_value(std::string_view option);

/// Returns the arguments of an option, or null if it was not given.
using GivenValues = std::function<const std::vector<std::string>*(std::string_view)>;

/// Reads these options of the command line. Adds a text to `problems` for each problem.
[[nodiscard]] SystemSaid read_system_options(const GivenValues& given,
                                             std::vector<std::string>& problems);
/// Moves the problems without a place in the config to `usage`, because the command line caused
/// them.
void take_unplaced(std::vector<Diagnostic>& problems, std::vector<std::string>& usage);

/// Reads the config with its replaced values. If an axis remains, it is a sweep: each of its cells
/// is read once, so that all problems are found now.
[[nodiscard]] ConfigFile read_system(const YamlNode& root, const std::string& path,
                                     const SystemSaid& said, std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
