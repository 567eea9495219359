// Generated relations and rules by which messages arrive late or twice. Private to
// common/dedalus/language.
#pragma once

#include <string>
#include <string_view>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Returns the name of the relation that holds messages while they are late. No program can contain
/// such a name.
[[nodiscard]] std::string late_relation_name(std::string_view message);
/// Returns true if the rule sends messages to nodes other than its own.
[[nodiscard]] bool sends_messages(const Program& program, const Rule& rule);
/// Adds the rules by which messages arrive up to `latest` ticks late. Does nothing unless the
/// program has a relation `late`. The class Lowering must have declared the generated relations.
void add_late_messages(Program& program, int latest);

}  // namespace ldfi::dedalus
