#include "common/solve/hazard/circuits.hpp"

#include <algorithm>

namespace ldfi::hazard {

using ground::FactKind;
using ground::Goal;
using ground::Premise;
using sat::Literal;

Circuits::Circuits(const ground::Universe& universe, sat::Solver& solver, ground::Extent extent)
    : u_(universe),
      known_(extent == ground::Extent::everything ? u_.fact_count() : u_.cone()),
      solver_(solver),
      faults_(universe, solver, extent),
      clauses_(solver),
      aggregates_(clauses_, [this](FactId f) { return holds(f); }),
      holds_(universe.fact_count()),
      refuted_(universe.instance_count()),
      supported_(universe.instance_count()),
      absence_done_(universe.fact_count()) {
  ask_for_violations();
}

void Circuits::ask_for_violations() {
  const std::size_t specifications = u_.program().specifications.size();
  std::vector<std::vector<Literal>> some(std::max<std::size_t>(1, specifications));
  const std::optional<Literal> in_order = ask_for_order();
  for (const Goal& g : u_.goals()) {
    if (g.post && u_.certain(*g.post)) continue;
    const Literal violated = solver_.new_variable();
    if (g.post) solver_.add({-violated, fails(*g.post)});
    if (g.pre && !u_.certain(*g.pre)) solver_.add({-violated, holds(*g.pre)});
    if (in_order) solver_.add({-violated, *in_order});
    some[g.specification].push_back(violated);
  }
  if (!u_.errors().empty()) error_ = solver_.new_variable();
  if (error_ || specifications > 0) {
    for (std::vector<Literal>& clause : some) {
      violations_.push_back(solver_.new_variable());
      clause.push_back(-violations_.back());
    }
  }
  if (error_) search_for_errors();
  for (const std::vector<Literal>& clause : some) solver_.add(clause);
}

/// Returns the literal which says that no message overtakes another one. With fifo channels, only
/// executions without overtaking count as violations. Returns nullopt if no message can be
/// overtaken.
std::optional<Literal> Circuits::ask_for_order() {
  if (u_.overtaken().empty()) return std::nullopt;
  const Literal in_order = solver_.new_variable();
  for (const FactId f : u_.overtaken()) solver_.add({-in_order, fails(f)});
  return in_order;
}

void Circuits::search_for_errors() {
  std::vector<Literal> failed{-*error_};
  for (FactId e : u_.errors()) {
    failed.push_back(holds(e));
    for (const Literal violation : violations_) solver_.add({-violation, fails(e)});
  }
  solver_.add(failed);
}

std::optional<Literal> Circuits::violation(std::size_t specification) const {
  if (violations_.empty()) return std::nullopt;
  return violations_.at(specification);
}

Literal Circuits::holds(FactId f) {
  if (holds_[f.index()] == 0) name(f);
  return holds_[f.index()];
}

// Gives a fact its variable. A fact that persists may share its variable through a chain of facts,
// one for each tick. The chain can be long, so this is a loop instead of a recursion.
void Circuits::name(FactId f) {
  std::vector<Premise> names{Premise(f, false)};
  while (holds_[names.back().fact().index()] == 0) {
    const auto meaning = meaning_of(names.back().fact());
    if (!meaning) break;
    names.push_back(*meaning);
  }
  const FactId last = names.back().fact();
  Literal l = holds_[last.index()] != 0 ? holds_[last.index()] : variable_of(last);
  for (; !names.empty(); names.pop_back()) {
    holds_[names.back().fact().index()] = l;
    if (names.back().negated()) l = -l;
  }
}

/// Returns the premise whose variable the fact shares, or nullopt if the fact needs a variable of
/// its own. A fact shares a variable if it has a single rule instance with a single premise, and no
/// fault can stop this instance.
std::optional<Premise> Circuits::meaning_of(FactId f) const {
  const auto instances = u_.instances_of(f);
  if (instances.size() != 1 || u_.info(f).kind == FactKind::aggregate || u_.component_of(f)) {
    return std::nullopt;
  }
  const InstanceId only = *instances.begin();
  const auto premises = u_.premises(only);
  if (premises.size() != 1 || u_.instance(only).channel != ground::no_channel) return std::nullopt;
  return premises.front();
}

Literal Circuits::variable_of(FactId f) {
  if (u_.certain(f)) return clauses_.always();
  if (u_.info(f).kind != FactKind::fault) return solver_.new_variable();
  return faults_.literal(u_.fault_fact(f));
}

void Circuits::expand(const Lineage& lineage) {
  ground::require_ids_of(u_, lineage);
  for (std::uint32_t i : lineage.fired) {
    const FactId head = u_.instance(InstanceId(i)).head;
    if (u_.info(head).kind == FactKind::aggregate) {
      define_aggregate(head);
    } else {
      support(InstanceId(i));
    }
  }
  for (std::uint32_t f : lineage.refuted) {
    if (u_.info(FactId(f)).kind == FactKind::aggregate) {
      define_aggregate(FactId(f));
    } else {
      refute(FactId(f));
    }
  }
  for (const auto& set : lineage.unfounded) refute_set(set);
}

void Circuits::expand_everything() {
  for (std::uint32_t n = 0; n < known_; ++n) {
    const FactId f(n);
    if (u_.certain(f) || u_.info(f).kind == FactKind::fault) continue;
    if (u_.info(f).kind == FactKind::aggregate) {
      define_aggregate(f);
      continue;
    }
    for (InstanceId i : u_.instances_of(f)) support(i);
    if (!u_.component_of(f)) refute(f);
  }
}

void Circuits::define_aggregate(FactId f) {
  if (absence_done_[f.index()]) return;
  absence_done_[f.index()] = true;
  const ground::AggregateRange& range = u_.range(f);
  aggregates_.define(holds(f), u_.groups()[range.group], range);
}

std::vector<Literal> Circuits::premises(InstanceId i) {
  std::vector<Literal> out;
  for (Premise p : u_.premises(i)) out.push_back(p.negated() ? fails(p.fact()) : holds(p.fact()));
  return out;
}

void Circuits::support(InstanceId i) {
  if (supported_[i.index()]) return;
  supported_[i.index()] = true;
  const ground::InstanceRow& row = u_.instance(i);
  if (meaning_of(row.head)) return;
  std::vector<Literal> body = premises(i);
  if (row.channel != ground::no_channel) {
    for (Literal loss : faults_.losses(row.channel)) body.push_back(-loss);
  }
  clauses_.imply(body, holds(row.head));
}

/// Returns literals. If any of them is true, the rule instance does not fire.
std::vector<Literal> Circuits::failures(InstanceId i) {
  std::vector<Literal> reasons;
  for (Premise p : u_.premises(i))
    reasons.push_back(p.negated() ? holds(p.fact()) : fails(p.fact()));
  if (u_.instance(i).channel != ground::no_channel) {
    const auto losses = faults_.losses(u_.instance(i).channel);
    reasons.insert(reasons.end(), losses.begin(), losses.end());
  }
  return reasons;
}

/// Returns a literal that is true if any literal of failures(i) is true.
Literal Circuits::refuted(InstanceId i) {
  Literal& l = refuted_[i.index()];
  return l != 0 ? l : l = clauses_.forced_by_any(failures(i));
}

void Circuits::refute(FactId f) {
  if (absence_done_[f.index()]) return;
  absence_done_[f.index()] = true;
  if (meaning_of(f)) return;
  const auto instances = u_.instances_of(f);
  if (instances.size() == 1) {
    for (const Literal failure : failures(*instances.begin())) clauses_.imply({failure}, fails(f));
    return;
  }
  std::vector<Literal> body;
  for (InstanceId i : instances) body.push_back(refuted(i));
  clauses_.imply(body, fails(f));
}

// Adds the loop formula [LZ04] of an unfounded set [VRS91], a set of facts that support only each
// other. The facts are absent if no rule instance derives one of them from facts outside the set.
void Circuits::refute_set(const std::vector<std::uint32_t>& set) {
  if (!sets_done_.emplace(set, true).second) return;
  std::vector<Literal> body;
  for (std::uint32_t f : set) {
    for (InstanceId i : u_.instances_of(FactId(f))) {
      const auto premises = u_.premises(i);
      const bool internal = std::any_of(premises.begin(), premises.end(), [&](Premise p) {
        return !p.negated() && std::binary_search(set.begin(), set.end(), p.fact().raw());
      });
      if (!internal) body.push_back(refuted(i));
    }
  }
  const Literal unfounded = solver_.new_variable();
  clauses_.imply(body, unfounded);
  for (std::uint32_t f : set) clauses_.imply({unfounded}, fails(FactId(f)));
}

}  // namespace ldfi::hazard
