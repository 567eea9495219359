// A history as JSON lines, for checkers of users (docs/reference/own-checkers.md#what-it-reads).
#pragma once

#include <string>

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::check {

/// Returns a header and a line for each call.
[[nodiscard]] std::string to_lines(const systems::Plan& plan, const History& history);

/// Reads the verdict of such a checker: one line, `{"result": "fail", "violated": ["…"]}`. Every other
/// output makes the judgement undecided.
[[nodiscard]] Judgement judgement_of(const std::string& said);

}  // namespace ldfi::check
