// Named specifications: `spec` statements of `*.spec` files, and which relations their rules may
// read and derive (docs/explanation/verdicts.md). They only observe: the protocol does not depend
// on them.
#pragma once

#include <vector>

#include "common/dedalus/language/ast.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// The options of find_specifications().
struct Judging {
  bool whole = true;  ///< false if a statement with an error was left out
  /// End of time, which must be later than every `after`; nullopt if not known.
  std::optional<int> eot{};
  FailOn fail_on = FailOn::major;
};

/// Fills in Program::specifications, in the order of `written`. If there are any and the program
/// has an invariant, the invariant comes first. Requires find_invariant(). Reports (code `spec`)
/// specifications that cannot be judged.
void find_specifications(Program& program, const std::vector<ast::Specification>& written,
                         const Judging& judging, Report& report);

/// Warns about files of specifications without any `spec` statement.
void warn_unjudged(const Program& program, Report& report);

/// Reports (code `spec-influence`) rules of the protocol that read relations of specifications.
void check_influence(const Program& program, Report& report);

}  // namespace ldfi::dedalus
