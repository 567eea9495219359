// A history as JSON lines, for checkers of users (docs/SYSTEMS.md).
#pragma once

#include <string>

#include "common/check/history.hpp"
#include "common/check/judgement.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::check {

/// A header, and a line for each call.
[[nodiscard]] std::string to_lines(const systems::Plan& plan, const History& history);

/// Reads what such a checker says: one line, `{"result": "fail", "violated": ["…"]}`. What it says is
/// in `undecided` if it says anything else.
[[nodiscard]] Judgement judgement_of(const std::string& said);

}  // namespace ldfi::check
