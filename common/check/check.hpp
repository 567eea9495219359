// Judges a history: pure functions, the same history has the same verdict. What each promises is in
// docs/SYSTEMS.md. Answers of the type `error` say that nothing happened, but for the codes 0 and 13,
// which leave it open, as no answer does [Maelstrom, docs/protocol.md].
#pragma once

#include <string>
#include <vector>

#include "common/check/history.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::check {

struct Judgement {
  std::vector<std::string> violated;  ///< for a person, sorted; empty: it passes
  bool promised = false;              ///< some client was told yes
  std::string undecided{};            ///< why it cannot be judged, if it cannot
};

/// A node that ended by itself is a violation, whatever the checker.
[[nodiscard]] Judgement judge(systems::Checker checker, const History& history);

}  // namespace ldfi::check
