// Warnings about programs that are valid, but probably not what their author meant. The functions
// require a whole program without errors.
#pragma once

#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/vocabulary.hpp"

namespace ldfi::dedalus {

/// Warns about rules that fire in no execution. Also warns about facts that no longer hold when a
/// rule needs them, because no rule keeps them.
void warn_silent_rules(const Program& program, const CheckOptions& options, Report& report);

/// Warns about literals `ioerror(N, "r")` and `corrupt(N, "r")` that never hold, because no
/// relation r is stored on a disk.
void warn_errors_without_disk(const Program& program, Report& report);

/// Warns about an invariant that can never fail, because every rule that derives `pre` derives
/// `post`, too.
void warn_empty_invariant(const Program& program, Report& report);

/// Warns about relations that neither a rule nor the verdict reads.
void warn_unread(const Program& program, const Vocabulary& vocabulary, Report& report);

}  // namespace ldfi::dedalus
