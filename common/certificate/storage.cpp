#include "common/certificate/storage.hpp"

namespace ldfi::certificate {

bool copies_table(const Rule& rule) {
  if (rule.when != When::next || rule.body.size() != 1 || !rule.comparisons.empty()) return false;
  const Literal& l = rule.body[0];
  if (l.relation != rule.relation || l.negated || l.tick != 0) return false;
  std::set<int> seen;
  for (std::size_t i = 0; i < rule.head.size(); ++i) {
    const Expression& value = rule.head[i].value;
    const bool variable = rule.head[i].aggregate.empty() && value.size() == 1 &&
                          value[0].op == 'v' && value[0].term.kind == Term::Kind::variable;
    const bool same = variable && l.columns[i].kind == Term::Kind::variable &&
                      l.columns[i].variable == value[0].term.variable;
    if (!same || !seen.insert(l.columns[i].variable).second) return false;
  }
  return true;
}

std::set<int> stable_relations(const Program& program) {
  std::set<int> out, others;
  for (const Rule& rule : program.rules) {
    if (!rule.observes) (copies_table(rule) ? out : others).insert(rule.relation);
  }
  for (const int relation : others) out.erase(relation);
  for (const auto& [relation, how] : program.storage) {
    if (how == "stable") {
      out.insert(relation);
    } else {
      out.erase(relation);
    }
  }
  return out;
}

}  // namespace ldfi::certificate
