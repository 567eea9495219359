#include "common/prove/certificate/specifications.hpp"

#include <algorithm>
#include <set>

namespace ldfi::certificate {
namespace {

void require_names(const Program& program, const Uses& uses, bool has_invariant) {
  if (program.specifications.size() > most_specifications)
    throw Rejected("the program has more than 10000 specifications, the limit of ldfi-check");
  std::set<std::string> known{invariant};
  for (const Specification& one : program.specifications) {
    const auto relation = program.relations.find(one.name);
    const bool derived =
        relation != program.relations.end() && uses.of_specifications.contains(relation->second);
    if (!derived) throw Rejected(one.where + ": no rule of a specification derives " + one.name);
    const bool parent = known.contains(one.parent) && (has_invariant || one.parent != invariant);
    if (!one.parent.empty() && !parent)
      throw Rejected(one.where + ": there is no earlier specification " + one.parent);
    if (!known.insert(one.name).second)
      throw Rejected(one.where + ": two specifications have the name " + one.name);
  }
}

}  // namespace

Uses::Uses(const Program& program) {
  for (const Fact& fact : program.facts)
    (fact.observes ? of_specifications : of_protocol).insert(fact.relation);
  for (const Rule& rule : program.rules) {
    (rule.observes ? of_specifications : of_protocol).insert(rule.relation);
    for (const Literal& l : rule.body)
      (rule.observes ? specifications_read : protocol_reads).insert(l.relation);
  }
}

bool in_protocol(const Program& program, int relation) {
  const auto is = [relation](const auto& one) { return one.relation == relation; };
  return std::ranges::any_of(program.facts,
                             [&](const Fact& fact) { return !fact.observes && is(fact); }) ||
         std::ranges::any_of(program.rules, [&](const Rule& rule) {
           return !rule.observes && (is(rule) || std::ranges::any_of(rule.body, is));
         });
}

void require_observers(const Program& program, const std::string& pre, const std::string& post) {
  const Uses uses(program);
  for (const auto& [name, relation] : program.relations) {
    const bool observed = uses.of_specifications.contains(relation);
    if (observed && (uses.of_protocol.contains(relation) || name == pre || name == post))
      throw Rejected("a specification derives a relation of the protocol: " + name);
    if (observed && uses.protocol_reads.contains(relation))
      throw Rejected("the protocol reads a relation that specifications derive: " + name);
    if (observed && program.storage.contains(relation))
      throw Rejected("the protocol stores a relation that specifications derive: " + name);
  }
  const auto promise = program.relations.find(post);
  require_names(program, uses,
                promise != program.relations.end() && in_protocol(program, promise->second));
}

}  // namespace ldfi::certificate
