// What makes messages arrive late, or twice: relations and rules that nobody wrote. Private to
// common/dedalus/language.
#pragma once

#include <string>
#include <string_view>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Which messages of whom are late now, and by how many ticks, for the rules that nobody wrote.
inline constexpr std::string_view late_name = "late[ticks]";
/// What of the message is under way; nobody can write it.
[[nodiscard]] std::string under_way_name(std::string_view message);
/// True for a rule between nodes.
[[nodiscard]] bool sends_messages(const Program& program, const Rule& rule);
/// Adds the rules of every message, up to so many ticks late. There are none unless the program has
/// a relation `late`. Requires the relations that Lowering declares.
void add_late_messages(Program& program, int latest);

}  // namespace ldfi::dedalus
