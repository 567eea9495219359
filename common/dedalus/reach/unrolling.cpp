#include "common/dedalus/reach/unrolling.hpp"

#include <algorithm>
#include <numeric>

namespace ldfi::reach {

using ground::FactInfo;
using ground::FactKind;
using ground::PendingInstance;
using ground::Premise;
using ground::Store;
using sat::Literal;

Unrolling::Unrolling(const ground::Program& program, const Fspec& fspec, sat::Solver& solver,
                     bool close_recursion)
    : program_(program),
      fspec_(fspec),
      close_recursion_(close_recursion),
      faults_(fspec, solver),
      clauses_(solver),
      aggregates_(clauses_, [this](FactId f) { return holds(f); }) {}

void Unrolling::extend(const Store& store) {
  first_ = holds_.size();
  std::vector<FaultFact> seen;
  for (std::size_t f = first_; f < store.facts.size(); ++f) {
    if (store.facts[f].kind == FactKind::fault)
      seen.push_back(ground::fault_fact(program_, fspec_, store.facts[f], store.tuple(FactId(f))));
  }
  faults_.extend(store.channels, seen);
  add_literals(store, first_);
  fresh_.clear();
  begin_.assign(holds_.size() - first_ + 1, 0);
  for (; instances_ < store.instances.size(); ++instances_) {
    const std::size_t head = store.instances[instances_].head.index();
    if (head < first_) continue;
    fresh_.push_back(static_cast<std::uint32_t>(instances_));
    ++begin_[head - first_ + 1];
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::stable_sort(fresh_.begin(), fresh_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return store.instances[a].head < store.instances[b].head;
  });
  for (std::size_t f = first_; f < holds_.size(); ++f) define(store, FactId(f));
}

std::span<const std::uint32_t> Unrolling::instances_of(FactId f) const {
  const std::size_t i = f.index() - first_;
  return {fresh_.data() + begin_[i], begin_[i + 1] - begin_[i]};
}

void Unrolling::add_literals(const Store& store, std::size_t first) {
  for (std::size_t f = first; f < store.facts.size(); ++f) {
    const FactInfo& info = store.facts[f];
    if (info.certain) {
      holds_.push_back(clauses_.always());
    } else if (info.kind == FactKind::fault) {
      holds_.push_back(faults_.literal(
          ground::fault_fact(program_, fspec_, store.facts[f], store.tuple(FactId(f)))));
    } else {
      holds_.push_back(clauses_.variable());
    }
  }
}

bool Unrolling::recursive(const FactInfo& fact) const {
  return fact.kind == FactKind::user && program_.strata[program_.stratum_of[fact.space]].recursive;
}

void Unrolling::define(const Store& store, FactId f) {
  const FactInfo& info = store.facts[f.index()];
  if (info.certain || info.kind == FactKind::fault || info.kind == FactKind::error) return;
  const Literal head = holds(f);
  if (info.kind == FactKind::aggregate) {
    const ground::AggregateRange& range = store.ranges[store.range_of[f.index()]];
    aggregates_.define(head, store.groups[range.group], range);
    return;
  }
  std::vector<Literal> none;  // literals that are all true if no ground rule fires
  for (const std::uint32_t i : instances_of(f)) {
    std::vector<Literal> needs = body(store, store.instances[i]);
    clauses_.imply(needs, head);
    for (Literal& l : needs) l = -l;
    none.push_back(clauses_.forced_by_any(needs));
  }
  if (close_recursion_ || !recursive(info)) clauses_.imply(none, -head);
}

void Unrolling::forget(std::size_t facts, std::size_t instances) {
  holds_.resize(facts);
  instances_ = instances;
}

void Unrolling::exclude_cycle(const Store& store, const std::vector<FactId>& circle) {
  std::vector<bool> inside(store.facts.size());
  for (const FactId f : circle) inside[f.index()] = true;
  // Literals that are all true if no ground rule derives a fact of the cycle from facts outside of
  // the cycle.
  std::vector<Literal> none;
  for (const PendingInstance& i : store.instances) {
    if (!inside[i.head.index()]) continue;
    const auto premises = store.premises_of(i);
    if (std::any_of(premises.begin(), premises.end(),
                    [&](Premise p) { return !p.negated() && inside[p.fact().index()]; })) {
      continue;
    }
    std::vector<Literal> needs = body(store, i);
    for (Literal& l : needs) l = -l;
    none.push_back(clauses_.forced_by_any(needs));
  }
  for (const FactId f : circle) clauses_.imply(none, -holds(f));
}

std::vector<Literal> Unrolling::body(const Store& store, const PendingInstance& instance) const {
  std::vector<Literal> out;
  for (const Premise p : store.premises_of(instance)) {
    out.push_back(p.negated() ? -holds(p.fact()) : holds(p.fact()));
  }
  if (instance.channel == ground::no_channel) return out;
  for (const Literal loss : faults_.losses(instance.channel)) out.push_back(-loss);
  return out;
}

bool Unrolling::without_support(const Store& store, FactId f) const {
  if (store.facts[f.index()].kind == FactKind::aggregate) return without_contributor(store, f);
  const auto instances = instances_of(f);
  return std::all_of(instances.begin(), instances.end(), [&](std::uint32_t i) {
    const auto premises = store.premises_of(store.instances[i]);
    return std::any_of(premises.begin(), premises.end(), [&](Premise p) {
      return !p.negated() && holds(p.fact()) == clauses_.never();
    });
  });
}

bool Unrolling::without_contributor(const Store& store, FactId f) const {
  const auto& group = store.groups[store.ranges[store.range_of[f.index()]].group];
  return std::all_of(
      group.contributors.begin(), group.contributors.end(),
      [this](const ground::Contributor& c) { return holds(c.fact) == clauses_.never(); });
}

void Unrolling::exclude(FactId f) {
  clauses_.imply({}, -holds(f));
  holds_[f.index()] = clauses_.never();
}

}  // namespace ldfi::reach
