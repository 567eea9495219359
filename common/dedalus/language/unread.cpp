#include <fmt/core.h>

#include <algorithm>

#include "common/dedalus/language/lints.hpp"

namespace ldfi::dedalus {

// Warns about relations that nothing reads. Without `post` and specifications, the verdict reads
// every persisted relation (docs/explanation/verdicts.md), so there is no warning.
void warn_unread(const Program& program, const Vocabulary& vocabulary, Report& report) {
  if (!program.post && program.specifications.empty()) return;
  std::vector<bool> read(program.relations.size(), false);
  for (const DeclaredSpecification& one : program.specifications) read[one.relation.index()] = true;
  for (const Rule& rule : program.rules) {
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *literals) {
        if (literal.relation != rule.head) read[literal.relation.index()] = true;
      }
    }
  }
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const RelationId id(r);
    if (read[r] || id == program.pre || id == program.post || program.built_in(id)) continue;
    if (report.warnings_full()) return;
    report.warning(Code::unread, vocabulary.info(id).first,
                   fmt::format("no rule reads `{}`, and the verdict does not depend on it",
                               program.relations[r].name));
  }
}

}  // namespace ldfi::dedalus
