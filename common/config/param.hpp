// Values that replace those of a program's constants: one value for a run, or several values as the
// axis of a sweep. Private to common/config, except settings_of().
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/axis.hpp"
#include "common/config/option_value.hpp"

namespace ldfi::config {

/// Returns what is wrong with item `index`, or nullopt: it is not `NAME=VALUE`, or an earlier item
/// has the same name.
std::optional<Refusal> check_param(const std::vector<std::string>& items, std::size_t index);

/// A list for each constant: its name, then its values.
using ParamAxes = std::vector<std::vector<std::string>>;

struct Params {
  std::vector<std::string> values;  ///< constants with one value, as NAME=VALUE
  ParamAxes axes;
};

/// Merges the constants of the config and of the command line. For each constant, the command line
/// overrides the config. Within the config, an axis overrides a value.
Params merged(Params configured, const Params& given);

/// Returns the first constant that has both a value and an axis. Empty if there is none.
std::string value_and_axis(const Params& params);

/// Returns the axes in these texts: `LEASE=3,5..9/2` becomes LEASE 3 5 7 9, and `LEADER=a,"b,c"`
/// becomes LEADER a "b,c". The values have the form of the option -D. Ranges must be within those
/// of the row. Refuses what check_param_axis() refuses.
std::variant<ParamAxes, Refusal> read_param_axes(const OptionRow& row,
                                                 const std::vector<std::string>& texts);

/// Returns what is wrong with axis `index`, or nullopt: its name is invalid or repeated, or it has
/// no value, an empty or a repeated value, or too many values.
std::optional<Refusal> check_param_axis(const ParamAxes& axes, std::size_t index);

/// Returns a string of a config as the value of a constant. It is in quotes unless it is a word
/// that cannot be an integer.
std::string param_value(const std::string& text);

/// Returns axes of constants as a text such as `LEASE=3,5 LEADER=a`.
std::string show_param_axes(const ParamAxes& axes);

}  // namespace ldfi::config
