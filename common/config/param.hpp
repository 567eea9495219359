// Other values for the constants of a program: one for a run, or several as the axis of a sweep.
// Private to common/config, apart from settings_of().
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/axis.hpp"
#include "common/config/option_value.hpp"

namespace ldfi::config {

/// The problem of `items[index]`, if any: it is no `NAME=VALUE`, or its name stands before.
std::optional<Refusal> check_param(const std::vector<std::string>& items, std::size_t index);

/// Each has its name first, then its values.
using ParamAxes = std::vector<std::vector<std::string>>;

struct Params {
  std::vector<std::string> values;  ///< NAME=VALUE
  ParamAxes axes;
};

/// What both say: for one constant, what the command line says goes before what the config says, and
/// an axis of either before a value of the same.
Params merged(Params configured, const Params& given);

/// The first constant that has both a value and an axis; empty if none has.
std::string value_and_axis(const Params& params);

/// `LEASE=3,5..9/2` → LEASE 3 5 7 9, and `LEADER=a,"b,c"` → LEADER a "b,c": values as -D takes them.
/// Ranges are within those of the row. Refuses what check_param_axis() refuses.
std::variant<ParamAxes, Refusal> read_param_axes(const OptionRow& row,
                                                 const std::vector<std::string>& texts);

/// The problem of `axes[index]`, if any: its name is none, or stands before; it has no value, an empty
/// one, one twice, or too many.
std::optional<Refusal> check_param_axis(const ParamAxes& axes, std::size_t index);

/// A string of a config as a value: in quotes, unless it is a word that cannot be anything else.
std::string param_value(const std::string& text);

/// `LEASE=3,5 LEADER=a`
std::string show_param_axes(const ParamAxes& axes);

}  // namespace ldfi::config
