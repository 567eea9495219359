#include "common/prove/certificate/storage.hpp"

#include <algorithm>

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

bool keeps_a_tuple(const Rule& rule) {
  const auto equals = [&rule](const Literal& l) {
    if (l.relation != rule.relation || l.negated || l.tick != 0) return false;
    for (std::size_t i = 0; i < rule.head.size(); ++i) {
      const HeadColumn& column = rule.head[i];
      const Term& premise = l.columns[i];
      if (!column.aggregate.empty() || column.value.size() != 1) return false;
      const Term& term = column.value[0].term;
      const bool same = term.kind == premise.kind &&
                        (term.kind == Term::Kind::constant   ? term.constant == premise.constant
                         : term.kind == Term::Kind::variable ? term.variable == premise.variable
                                                             : false);
      if (!same) return false;
    }
    return true;
  };
  return rule.when == When::next && std::ranges::any_of(rule.body, equals);
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

std::map<int, int> buffered_relations(const Program& program) {
  std::map<int, int> out;
  for (const auto& [name, relation] : program.relations) {
    if (!name.starts_with(disk_prefix)) continue;
    const auto of = program.relations.find(name.substr(disk_prefix.size()));
    if (of == program.relations.end()) continue;
    const auto how = program.storage.find(of->second);
    if (how != program.storage.end() && how->second == "buffered") out[of->second] = relation;
  }
  return out;
}

void add_disks(Program& program) {
  std::vector<std::string> buffered;
  for (const auto& [name, relation] : program.relations) {
    const auto how = program.storage.find(relation);
    if (how != program.storage.end() && how->second == "buffered") buffered.push_back(name);
  }
  if (buffered.empty()) return;
  for (const char* own : {"restart", "down"}) {
    if (!is_built_in(program, program.relation(own)))
      throw Rejected("a program with buffered relations must not derive the built-in relation " +
                     std::string(own));
  }
  for (const std::string& name : buffered) program.relation(std::string(disk_prefix) + name);
  const std::map<int, int> disks = buffered_relations(program);
  for (std::size_t i = 0, count = program.rules.size(); i < count; ++i) {
    const auto disk = disks.find(program.rules[i].relation);
    if (disk == disks.end() || program.rules[i].when != When::next) continue;
    program.rules.push_back(program.rules[i]);
    program.rules.back().relation = disk->second;
  }
}

}  // namespace ldfi::certificate
