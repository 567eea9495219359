// Warnings about programs that mean something, but hardly what was meant. Each looks at the whole
// program, which must have no errors.
#pragma once

#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/vocabulary.hpp"

namespace ldfi::dedalus {

/// Rules that fire in no execution, and facts that are gone when a rule needs them.
void warn_silent_rules(const Program& program, const CheckOptions& options, Report& report);

/// Literals `ioerror(N, "r")` and `corrupt(N, "r")` where no relation r is on a disk.
void warn_unheard_errors(const Program& program, Report& report);

/// An invariant that holds by its form: whatever derives `pre` derives `post`, too.
void warn_empty_invariant(const Program& program, Report& report);

/// Relations that nothing reads and the verdict does not ask for.
void warn_unread(const Program& program, const Vocabulary& vocabulary, Report& report);

}  // namespace ldfi::dedalus
