#include "common/prove/forever/needed.hpp"

#include <algorithm>

#include "common/dedalus/ground/relevance.hpp"

namespace ldfi::forever {
namespace {

using dedalus::Program;
using dedalus::Rule;

bool computes(const Rule& rule) {
  const auto failing = [](const auto& part) { return part.can_fail(); };
  return std::ranges::any_of(rule.comparisons,
                             [&](const auto& c) { return failing(c.left) || failing(c.right); }) ||
         std::ranges::any_of(rule.head_terms, [&](const auto& h) {
           return failing(h.expression) || h.aggregate == dedalus::AggregateKind::sum;
         });
}

}  // namespace

std::vector<bool> needed_rules(const Program& program, bool stops) {
  std::vector<bool> relation(program.relations.size());
  for (const auto& goal : ground::goal_relations(program, 1)) {
    relation[goal.relation.index()] = true;
  }
  const bool safe = ground::arithmetic_is_safe(program, Fspec::max_eot);
  std::vector<bool> out(program.rules.size());
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t r = 0; r < program.rules.size(); ++r) {
      const Rule& rule = program.rules[r];
      const bool wanted = relation[rule.head.index()] || (!safe && computes(rule));
      if (out[r] || !wanted || (!stops && dedalus::needs_restarting_nodes(rule))) continue;
      out[r] = grew = true;
      for (const auto* list : {&rule.positive, &rule.negative}) {
        for (const auto& literal : *list) relation[literal.relation.index()] = true;
      }
    }
  }
  return out;
}

}  // namespace ldfi::forever
