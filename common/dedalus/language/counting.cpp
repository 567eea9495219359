#include "common/dedalus/language/counting.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

std::optional<RuleId> counting_rule(const Program& program, const Stratum& stratum) {
  if (!stratum.recursive) return std::nullopt;
  const auto inside = [&](const Literal& literal) {
    return std::find(stratum.relations.begin(), stratum.relations.end(), literal.relation) !=
           stratum.relations.end();
  };
  for (const RuleId id : stratum.rules) {
    const Rule& rule = program.rule(id);
    const bool computes =
        std::any_of(rule.head_terms.begin(), rule.head_terms.end(),
                    [](const HeadTerm& t) { return t.expression.steps.size() > 1; });
    if (computes && std::any_of(rule.positive.begin(), rule.positive.end(), inside)) return id;
  }
  return std::nullopt;
}

std::string counting_text(const Program& program, RuleId rule) {
  const Rule& r = program.rule(rule);
  return fmt::format(
      "{}: `{}` counts without end within one tick; bound it by a comparison, or let it count over "
      "time with `@next`",
      place(r.where, program.sources), printable(beginning(program.relation(r.head).name)));
}

void check_counting(const Program& program, RuleId rule, std::size_t facts,
                    const CountingLimits& limits) {
  if (facts > limits.facts) throw BudgetExceeded("facts", counting_text(program, rule));
}

}  // namespace ldfi::dedalus
