// Named specifications: the `spec` statements of `*.spec` files, and the relations that the rules
// of these files may read and derive (docs/explanation/verdicts.md). Specifications only observe:
// no rule of the protocol depends on them.
#pragma once

#include <vector>

#include "common/dedalus/language/ast.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Options of find_specifications(), which fills in the specifications of a program.
struct Judging {
  bool whole = true;  ///< false if a statement was left out because of an error
  /// EOT, the last tick. The tick after the word `after` must be earlier. Nullopt if EOT is not
  /// known.
  std::optional<int> eot{};
  FailOn fail_on = FailOn::major;
};

/// Fills in Program::specifications from the `spec` statements `written`, in their order. If there
/// are such statements and the program has an invariant, the invariant comes first. Requires that
/// find_invariant() was called. Reports specifications that cannot be judged (code `spec`).
void find_specifications(Program& program, const std::vector<ast::Specification>& written,
                         const Judging& judging, Report& report);

/// Warns about each file of specifications that contains no `spec` statement.
void warn_unjudged(const Program& program, Report& report);

/// Reports (code `spec-influence`) rules of the protocol that read relations of specifications.
void check_influence(const Program& program, Report& report);

}  // namespace ldfi::dedalus
