// Named specifications: `spec` statements of `*.spec` files, and the relations that their rules may
// read and derive (docs/explanation/verdicts.md). Specifications only observe: the protocol does
// not depend on them.
#pragma once

#include <vector>

#include "common/dedalus/language/ast.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Options of find_specifications().
struct Judging {
  bool whole = true;  ///< false if a statement with an error was left out
  /// EOT, which must be later than the tick of every `after`; nullopt if EOT is not known.
  std::optional<int> eot{};
  FailOn fail_on = FailOn::major;
};

/// Fills in Program::specifications, in the order of `written`. If `written` is not empty and the
/// program has an invariant, the invariant comes first. Requires that find_invariant() was called.
/// Reports (code `spec`) specifications that cannot be judged.
void find_specifications(Program& program, const std::vector<ast::Specification>& written,
                         const Judging& judging, Report& report);

/// Warns about files of specifications that have no `spec` statement.
void warn_unjudged(const Program& program, Report& report);

/// Reports (code `spec-influence`) rules of the protocol that read relations of specifications.
void check_influence(const Program& program, Report& report);

}  // namespace ldfi::dedalus
