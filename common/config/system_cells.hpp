// What takes the place of what a config with `system` says: values of the command line, and those of
// the cells of a sweep (docs/reference/sweeps.md#real-systems). Private to common/config.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/config_file.hpp"
#include "common/config/yaml_tree.hpp"

namespace ldfi::config {

/// True if the option sets one of these values, or is an axis of them.
[[nodiscard]] bool is_system_value(std::string_view option);

/// The values that an option was given; null if it was not.
using GivenValues = std::function<const std::vector<std::string>*(std::string_view)>;

/// What the command line says of them, and what is wrong with that, in words.
[[nodiscard]] SystemSaid read_system_options(const GivenValues& given,
                                             std::vector<std::string>& problems);
/// Makes problems of usage of those that have no place in the config, since the command line says it.
void take_unplaced(std::vector<Diagnostic>& problems, std::vector<std::string>& usage);

/// Reads the config with what is said in place of what it says. If that leaves an axis, it is a
/// sweep: each of its cells is read once, so that all problems are found now.
[[nodiscard]] ConfigFile read_system(const YamlNode& root, const std::string& path,
                                     const SystemSaid& said, std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
