// The reasons are well-founded, so every change is caused by a fault. A fact depends on facts of an
// earlier tick or, within the tick, of a lower stratum. Positive recursion is the only exception.
// There, facts that hold are gone together, as unfounded sets are [VRS91], unless an instance
// outside the set still derives them. Facts that appear are explained by their component as a
// whole.
#include "common/search/changes.hpp"

#include <algorithm>

namespace ldfi::search {

using ground::FactKind;
using ground::Premise;
using sat::Literal;
using Within = Dependencies::Within;

Changes::Changes(const ground::Universe& universe, const ground::Executor& run,
                 const Dependencies& dependencies, const hazard::FaultVariables& faults,
                 Negation negation, sat::Solver& solver)
    : u_(universe),
      run_(run),
      dependencies_(dependencies),
      negation_(negation),
      solver_(solver),
      faults_(faults),
      change_(universe.cone()) {
  if (negation_ == Negation::conservative) {
    by_tick_.resize(static_cast<std::size_t>(u_.fspec().eot()) + 1);
    for (std::uint32_t n = 0; n < u_.cone(); ++n) {
      const FactId f(n);
      if (u_.info(f).kind != FactKind::user || u_.certain(f) || !run_.holds(f)) continue;
      by_tick_[static_cast<std::size_t>(u_.info(f).at.tick())].push_back(f);
    }
  }
}

void Changes::imply(Literal from, const Reasons& some) {
  std::vector<Literal> clause{-from};
  clause.insert(clause.end(), some.begin(), some.end());
  solver_.add(clause);
}

void Changes::add_requested_clauses() {
  while (!todo_.empty()) {
    const FactId f = todo_.back();
    todo_.pop_back();
    if (run_.holds(f)) {
      explain_gone(f);
    } else {
      explain_appears(f);
    }
  }
}

Changes::Reasons Changes::gone(FactId f) {
  if (u_.certain(f) || u_.info(f).kind == FactKind::fault)
    return {};  // the fact holds in every other execution, too
  Literal& l = change_[f.index()];
  if (l == 0) {
    l = solver_.new_variable();
    todo_.push_back(f);
  }
  return {l};
}

Changes::Reasons Changes::appears(FactId f) {
  const ground::FactInfo& info = u_.info(f);
  switch (negation_) {
    case Negation::ignore:
      return {};
    case Negation::conservative: {
      const bool of_rule = info.kind == FactKind::contributor || info.kind == FactKind::aggregate ||
                           info.kind == FactKind::error;
      const RelationId relation =
          of_rule ? u_.program().rule(RuleId(info.space)).head : RelationId(info.space);
      return causes(relation, info.at.tick());
    }
    case Negation::exact:
      break;
  }
  if (info.kind == FactKind::fault) {
    return {faults_.literal(u_.fault_fact(f))};
  }
  Literal& l = change_[f.index()];
  if (l == 0) {
    l = solver_.new_variable();
    todo_.push_back(f);
  }
  return {l};
}

Changes::Reasons Changes::causes(RelationId relation, int tick) {
  Reasons out;
  if (tick > 1) out.push_back(cause_until(relation, tick - 1));
  if (tick < 1) return out;  // crash facts have tick 0 and do not depend on other facts
  for (FactId z : by_tick_[static_cast<std::size_t>(tick)]) {
    if (!dependencies_.odd(RelationId(u_.info(z).space), relation, Within::tick)) continue;
    const Reasons more = gone(z);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

/// Returns a literal which implies that some fact of this tick or of an earlier one is gone. The
/// relation depends on that fact through an odd number of negations.
Literal Changes::cause_until(RelationId relation, int tick) {
  const auto [it, added] = cause_until_.try_emplace({relation.raw(), tick}, 0);
  if (!added) return it->second;
  const Literal out = it->second = solver_.new_variable();
  Reasons some;
  if (tick > 1) some.push_back(cause_until(relation, tick - 1));
  for (FactId z : by_tick_[static_cast<std::size_t>(tick)]) {
    if (!dependencies_.odd(RelationId(u_.info(z).space), relation, Within::anything)) continue;
    const Reasons more = gone(z);
    some.insert(some.end(), more.begin(), more.end());
  }
  imply(out, some);
  return out;
}

/// Returns literals of which at least one is true if a rule instance that fired in the run fails.
Changes::Reasons Changes::failure(InstanceId i) {
  Reasons out;
  if (u_.instance(i).channel != ground::no_channel) {
    const auto losses = faults_.losses(u_.instance(i).channel);
    out.assign(losses.begin(), losses.end());
  }
  for (Premise p : u_.premises(i)) {
    const Reasons more = change(p);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

void Changes::explain_gone(FactId f) {
  const Literal l = change_[f.index()];
  if (u_.info(f).kind == FactKind::aggregate) {
    explain_appears(f);
    return;
  }
  for (InstanceId i : u_.instances_of(f)) {
    if (run_.fired(i)) imply(l, failure(i));
  }
}

void Changes::explain_appears(FactId f) {
  const Literal l = change_[f.index()];
  Reasons some;
  if (u_.info(f).kind == FactKind::aggregate) {
    // A change of any contributor may make the aggregate appear or be gone.
    for (const ground::Contributor& c : u_.groups()[u_.range(f).group].contributors) {
      const Reasons more = run_.holds(c.fact) ? gone(c.fact) : appears(c.fact);
      some.insert(some.end(), more.begin(), more.end());
    }
  } else if (const auto component = u_.component_of(f)) {
    if (!component_appears_.contains(*component)) explain_component(*component);
    some.push_back(component_appears_.at(*component));
  } else {
    for (InstanceId i : u_.instances_of(f)) {
      if (const auto fires = recovery(i)) some.push_back(*fires);
    }
  }
  imply(l, some);
}

void Changes::explain_component(std::uint32_t number) {
  const Literal l = component_appears_[number] = solver_.new_variable();
  const ground::Component& component = u_.components()[number];
  Reasons some;
  for (std::uint32_t n = component.begin.raw(); n < component.end.raw(); ++n) {
    if (run_.holds(FactId(n))) continue;
    for (InstanceId i : u_.instances_of(FactId(n))) {
      const auto premises = u_.premises(i);
      const bool needs_another = std::any_of(premises.begin(), premises.end(), [&](Premise p) {
        return fails(p) && !p.negated() && u_.component_of(p.fact()) == number;
      });
      if (needs_another) continue;
      if (const auto fires = recovery(i)) some.push_back(*fires);
    }
  }
  imply(l, some);
}

std::optional<Literal> Changes::recovery(InstanceId i) {
  std::vector<Reasons> all;
  if (const ground::ChannelId c = u_.instance(i).channel; !run_.delivered(c)) {
    if (u_.channels()[c.index()].kind != ChannelKind::keep) return std::nullopt;
    // Only another fault can open the channel. No fault closes an open channel again.
    const auto shut = faults_.losses(c);
    all.push_back({});
    for (const Literal loss : shut) {
      // The fault that closes the channel is a dead disk, which stays dead.
      if (loss < 0) all.back().push_back(-loss);
    }
  }
  for (Premise p : u_.premises(i)) {
    if (!fails(p)) continue;
    all.push_back(change(p));
    if (all.back().empty()) return std::nullopt;
  }
  const Literal fires = solver_.new_variable();
  for (const Reasons& some : all) imply(fires, some);
  return fires;
}

}  // namespace ldfi::search
