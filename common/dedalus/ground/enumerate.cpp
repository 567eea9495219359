// Finds the rows that each literal of a rule may match at a tick, for the joins of joining.hpp.
#include "common/dedalus/ground/grounder.hpp"

namespace ldfi::ground {

using dedalus::Literal;

void Grounder::enumerate(RuleId rule, const Plan& plan, std::span<const Window> windows) {
  windows_ = windows;
  join(rule, program_.rule(rule), plan);
}

std::pair<Table*, Window> Grounder::rows(const Plan::Step& step, const Literal& literal) {
  return {&table_at(literal.relation, literal.at.value_or(now_)), windows_[step.literal]};
}

// Matches a literal crash(observer, node, time) with the possible crashes. All observers see the
// same crashes. So one observer represents all of them if the rule uses the observer's variable
// nowhere else. For the same reason, one time represents all times.
void Grounder::step_crash(std::size_t depth, const Literal& literal) {
  if (!fspec_.may_crash()) return;
  const auto& uses = plans_[rule_id_.index()].slot_uses;
  const bool any_observer = unused(literal.arguments[0], uses);
  const bool any_time = unused(literal.arguments[2], uses);
  for (std::uint32_t o = 0; o < (any_observer ? 1U : fspec_.node_count()); ++o) {
    for (std::uint32_t n = 0; n < fspec_.node_count(); ++n) {
      if ((!any_observer && !symbol_by_node_[o]) || !symbol_by_node_[n]) continue;
      if (!fspec_.crashable(NodeId(n))) continue;
      for (int t = 1; t <= (any_time ? 1 : fspec_.eot()); ++t) {
        const Value tuple[] = {symbol_by_node_[o].value_or(0), *symbol_by_node_[n], t};
        descend(depth, literal, tuple,
                any_time ? fact_of_some_crash(literal.relation, NodeId(n))
                         : *crash_fact(literal.relation, NodeId(n), t));
      }
    }
  }
}

}  // namespace ldfi::ground
