// Specifications with names: `spec` statements of `*.spec` files, and what their rules may read and
// derive (docs/explanation/verdicts.md). They observe; nothing of the protocol rests on them.
#pragma once

#include <vector>

#include "common/dedalus/language/ast.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

struct Judging {
  bool whole = true;         ///< false if a statement with an error is missing
  std::optional<int> eot{};  ///< if it is known, and has to be later than every `after`
  FailOn fail_on = FailOn::major;
};

/// Fills in Program::specifications, in the order of `written`; if there are any, and the program
/// has an invariant, that comes first. Requires find_invariant(). Reports (code `spec`) what cannot
/// be judged.
void find_specifications(Program& program, const std::vector<ast::Specification>& written,
                         const Judging& judging, Report& report);

/// Warns of files of specifications without any `spec` statement.
void warn_unjudged(const Program& program, Report& report);

/// Reports (code `spec-influence`) rules of the protocol that read what specifications derive.
void check_influence(const Program& program, Report& report);

}  // namespace ldfi::dedalus
