// What makes an execution none where no message overtakes another one of its channel: relations and
// rules that nobody wrote. Private to common/dedalus/language.
#pragma once

#include <string_view>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Nobody can write these names.
inline constexpr std::string_view sending_name = "sending[fifo]";
inline constexpr std::string_view in_time_name = "in_time[fifo]";
inline constexpr std::string_view newest_name = "newest[fifo]";
inline constexpr std::string_view older_name = "older[fifo]";
inline constexpr std::string_view overtaken_name = "overtaken[fifo]";

/// Adds the rules, for messages up to so many ticks late. There are none unless the program has a
/// relation `overtaken`. Requires the relations that Lowering declares.
void add_fifo(Program& program, int latest);

}  // namespace ldfi::dedalus
