// Finds the relations that the verdict is about: pre and post (docs/explanation/verdicts.md).
#pragma once

#include <string>

#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/vocabulary.hpp"

namespace ldfi::dedalus {

/// Fills in Program::pre and post. Reports (code `invariant`) a pre without a post, or with another
/// shape than the post.
void find_invariant(Program& program, const Vocabulary& vocabulary, const std::string& pre,
                    const std::string& post, Report& report);

/// Warns about relations that bodies read but nothing defines.
void warn_never_holds(const Program& program, const Vocabulary& vocabulary, Report& report);

}  // namespace ldfi::dedalus
