// Generated relations and rules that detect whether a message overtakes another message of its
// channel. With fifo channels, such an execution is not admissible. Private to
// common/dedalus/language.
#pragma once

#include <string_view>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Names of the generated relations. Programs cannot contain such names.
inline constexpr std::string_view sending_name = "sending[fifo]";
inline constexpr std::string_view in_time_name = "in_time[fifo]";
inline constexpr std::string_view newest_name = "newest[fifo]";
inline constexpr std::string_view older_name = "older[fifo]";
inline constexpr std::string_view overtaken_name = "overtaken[fifo]";

/// Adds the rules that detect overtaking, for messages that are up to `latest` ticks late. Does
/// nothing unless the program has a relation `overtaken`. Requires the relations that Lowering
/// declares.
void add_fifo(Program& program, int latest);

}  // namespace ldfi::dedalus
