#include "common/dedalus/explore/ends.hpp"

#include <algorithm>

#include "common/dedalus/ground/relevance.hpp"

namespace ldfi::explore {

Goals::Goals(const dedalus::Program& program, Time eot, const eval::Model& failure_free)
    : tuples_(program.relations.size()) {
  for (const auto& goal : ground::goal_relations(program, eot.tick())) {
    tuples_[goal.relation.index()] = failure_free.tuples(goal.relation, eot);
  }
}

bool Goals::contains(RelationId relation, Time, std::span<const eval::Value> tuple) const {
  return std::ranges::any_of(tuples_[relation.index()],
                             [&](const auto& t) { return std::ranges::equal(t, tuple); });
}

bool reads_crash_time(const dedalus::Program& program) {
  const auto when = [&](const dedalus::Rule& rule, const dedalus::Literal& l) {
    if (l.relation != program.timeless) return false;
    const dedalus::Term& time = l.arguments.back();
    return time.kind == dedalus::Term::Kind::constant ||
           (time.kind == dedalus::Term::Kind::variable && rule.slot_names[time.slot] != "_");
  };
  return std::any_of(program.rules.begin(), program.rules.end(), [&](const dedalus::Rule& rule) {
    const auto asks = [&](const dedalus::Literal& l) { return when(rule, l); };
    return std::any_of(rule.positive.begin(), rule.positive.end(), asks) ||
           std::any_of(rule.negative.begin(), rule.negative.end(), asks);
  });
}

}  // namespace ldfi::explore
