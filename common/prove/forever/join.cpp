// Provides the facts over which Grounder joins the premises of a rule, see joining.hpp.
#include "common/prove/forever/grounder.hpp"

namespace ldfi::forever {

using dedalus::Literal;
using dedalus::Term;

void Grounder::enumerate(RuleId rule) {
  drafts_.clear();
  join(rule, program_.rule(rule), plans_[rule.index()]);
  if (rule_->has_aggregate) finish_groups(rule);
}

std::pair<ground::Table*, ground::Window> Grounder::rows(const ground::Plan::Step&,
                                                         const Literal& literal) {
  ground::Table& table = tables_[literal.relation.index()];
  return {&table, {0, table.size()}};
}

// Joins a literal of the relation `crash`. All nodes see the same crashes at every tick, and no
// rule reads the time of a crash, so these columns may have any value.
void Grounder::step_crash(std::size_t depth, const Literal& literal) {
  const Term& observer = literal.arguments[0];
  const bool any = unused(observer, slot_uses_[rule_id_.index()]);
  for (std::uint32_t o = 0; o < (any ? 1U : fspec_.node_count()); ++o) {
    const auto seen_by = program_.symbols.find(fspec_.name(NodeId(o)));
    if (!any && !seen_by) continue;
    for (const auto& [n, fact] : crash_by_node_) {
      const auto node = program_.symbols.find(fspec_.name(NodeId(n)));
      if (!node) continue;
      const Value tuple[] = {seen_by.value_or(0), *node, 1};
      descend(depth, literal, tuple, fact);
    }
  }
}

}  // namespace ldfi::forever
