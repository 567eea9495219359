#include "common/reach/unrolling.hpp"

#include <algorithm>

namespace ldfi::reach {

using ground::FactInfo;
using ground::FactKind;
using ground::PendingInstance;
using ground::Premise;
using ground::Store;
using sat::Literal;

Unrolling::Unrolling(const ground::Program& program, const Fspec& fspec, sat::Solver& solver)
    : program_(program),
      faults_(fspec, {}, solver),
      clauses_(solver),
      aggregates_(clauses_, [this](FactId f) { return holds(f); }) {}

void Unrolling::extend(const Store& store) {
  faults_.extend(store.channels);
  const std::size_t first = holds_.size();
  add_literals(store, first);
  std::vector<std::uint32_t> fresh;
  for (; instances_ < store.instances.size(); ++instances_) {
    const FactId head = store.instances[instances_].head;
    if (head.index() >= first) fresh.push_back(static_cast<std::uint32_t>(instances_));
  }
  std::stable_sort(fresh.begin(), fresh.end(), [&](std::uint32_t a, std::uint32_t b) {
    return store.instances[a].head < store.instances[b].head;
  });
  const std::span<const std::uint32_t> all(fresh);
  std::size_t begin = 0;
  for (std::size_t f = first; f < holds_.size(); ++f) {
    std::size_t end = begin;
    while (end < fresh.size() && store.instances[fresh[end]].head.index() == f) ++end;
    define(store, FactId(f), all.subspan(begin, end - begin));
    begin = end;
  }
}

void Unrolling::add_literals(const Store& store, std::size_t first) {
  for (std::size_t f = first; f < store.facts.size(); ++f) {
    const FactInfo& info = store.facts[f];
    if (info.certain) {
      holds_.push_back(clauses_.always());
    } else if (info.kind == FactKind::crash) {
      const auto t = store.tuple(FactId(f));
      holds_.push_back(
          faults_.crash(NodeId(static_cast<std::uint32_t>(t[0])), Time(static_cast<int>(t[1]))));
    } else {
      holds_.push_back(clauses_.variable());
    }
  }
}

bool Unrolling::recursive(const FactInfo& fact) const {
  return fact.kind == FactKind::user && program_.strata[program_.stratum_of[fact.space]].recursive;
}

void Unrolling::define(const Store& store, FactId f, std::span<const std::uint32_t> instances) {
  const FactInfo& info = store.facts[f.index()];
  if (info.certain || info.kind == FactKind::crash || info.kind == FactKind::error) return;
  const Literal head = holds(f);
  if (info.kind == FactKind::aggregate) {
    const ground::AggregateRange& range = store.ranges[store.range_of[f.index()]];
    aggregates_.define(head, store.groups[range.group], range);
    return;
  }
  std::vector<Literal> none;  // no instance fires
  for (const std::uint32_t i : instances) {
    std::vector<Literal> needs = body(store, store.instances[i]);
    clauses_.imply(needs, head);
    for (Literal& l : needs) l = -l;
    none.push_back(clauses_.forced_by_any(needs));
  }
  if (!recursive(info)) clauses_.imply(none, -head);
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

void Unrolling::exclude(FactId f) {
  clauses_.imply({}, -holds(f));
  holds_[f.index()] = clauses_.never();
}

}  // namespace ldfi::reach
