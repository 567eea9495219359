// Generated relations and rules that detect whether a message overtakes another message of its
// channel. If channels are fifo (first in, first out), such an execution cannot happen and must not
// be judged. Private to common/dedalus/language.
#pragma once

#include <string_view>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Names of the generated relations. A program cannot contain `[`, so its relations have other
/// names.
inline constexpr std::string_view sending_name = "sending[fifo]";
inline constexpr std::string_view in_time_name = "in_time[fifo]";
inline constexpr std::string_view newest_name = "newest[fifo]";
inline constexpr std::string_view older_name = "older[fifo]";
inline constexpr std::string_view overtaken_name = "overtaken[fifo]";

/// Adds the rules that detect overtaking, for messages that are up to `latest` ticks late. Does
/// nothing unless the program has a relation `overtaken`. The class Lowering must have declared the
/// generated relations.
void add_fifo(Program& program, int latest);

}  // namespace ldfi::dedalus
