// Finds the invariant: the relations `pre` and `post`, on which the verdict depends
// (docs/explanation/verdicts.md).
#pragma once

#include <string>

#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/vocabulary.hpp"

namespace ldfi::dedalus {

/// Sets Program::pre and Program::post to the relations with these names. Reports (code
/// `invariant`) if only one of the relations exists, or if their columns differ.
void find_invariant(Program& program, const Vocabulary& vocabulary, const std::string& pre,
                    const std::string& post, Report& report);

/// Returns the invariant by which a program without `pre` is judged, in one sentence without a full
/// stop. Empty if the program has a `pre`, or if only specifications judge it.
[[nodiscard]] std::string implied_invariant(const Program& program);

/// Warns about relations that rules read although no fact or rule derives them.
void warn_never_holds(const Program& program, const Vocabulary& vocabulary, Report& report);

}  // namespace ldfi::dedalus
