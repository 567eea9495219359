// Writes a history as JSON lines for a checker that is a program of the user
// (docs/reference/own-checkers.md#what-it-reads).
#pragma once

#include <string>

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::check {

/// Returns a header line, followed by one line for each call.
[[nodiscard]] std::string to_lines(const systems::Plan& plan, const History& history);

/// Returns the verdict that a user's checker printed as one line, such as `{"result": "fail",
/// "violated": ["…"]}`. If the output has another form, the returned judgement is undecided.
[[nodiscard]] Judgement judgement_of(const std::string& said);

}  // namespace ldfi::check
