#include "results/views/compare/compare.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/compare/story.hpp"
#include "results/views/lineage/outcome.hpp"

namespace ldfi::results {
namespace {

using dedalus::Program;

/// A tuple that a rule derives: its tick, its relation and its values.
using Head = std::tuple<int, RelationId, eval::Tuple>;
using Fired = std::map<RuleId, std::vector<Head>>;

/// Returns the tuples that each rule derives, sorted, without duplicates.
Fired fired(const Subject& subject, const Rerun& run) {
  const Program& program = subject.program();
  std::vector<provenance::Root> roots;
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    if (program.timeless == RelationId(r)) continue;
    for (Time t(1); t.tick() <= subject.fspec().eot(); t = t.next()) {
      for (auto& tuple : run.model->tuples(RelationId(r), t)) {
        roots.push_back({RelationId(r), std::move(tuple), t});
      }
    }
  }
  const auto graph = provenance::derive(program, subject.fspec(), run.faults, *run.model, roots);
  Fired out;
  for (const provenance::Firing& firing : graph.firings) {
    const provenance::Goal& head = graph.goals[firing.head];
    out[firing.rule].emplace_back(head.at.tick(), head.relation, head.tuple);
  }
  for (auto& [rule, heads] : out) {
    std::ranges::sort(heads);
    const auto [begin, end] = std::ranges::unique(heads);
    heads.erase(begin, end);
  }
  return out;
}

/// Returns the rules that derive tuples in `a` which they do not derive in `b`, with these tuples.
std::vector<RuleChange> without(const Program& program, const Fired& a, const Fired& b) {
  static const std::vector<Head> nothing;
  std::vector<RuleChange> out;
  for (const auto& [rule, heads] : a) {
    const auto other = b.find(rule);
    std::vector<Head> only;
    std::ranges::set_difference(heads, other == b.end() ? nothing : other->second,
                                std::back_inserter(only));
    if (only.empty()) continue;
    RuleChange change{rule, {}};
    for (const auto& [tick, relation, tuple] : only) {
      change.heads.push_back(
          fmt::format("{}@{}", program.tuple_text(relation, tuple.data()), tick));
    }
    out.push_back(std::move(change));
  }
  return out;
}

/// Returns the tuples at one tick. With `protocol`, leaves out relations that only the invariant
/// reads. They may depend on later crashes, because the relation `crash` has all crashes at every
/// tick.
std::set<std::string> tuples_at(const Subject& subject, const Rerun& run, Time at, bool protocol) {
  const Program& program = subject.program();
  std::set<std::string> out;
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    if (program.timeless == RelationId(r) || program.internal(RelationId(r))) continue;
    if (protocol && !program.relations[r].feeds_protocol) continue;
    for (const auto& tuple : run.model->tuples(RelationId(r), at)) {
      out.insert(program.tuple_text(RelationId(r), tuple.data()));
    }
  }
  return out;
}

std::optional<Divergence> diverge(const Subject& subject, const Rerun& run, const Rerun& good,
                                  bool protocol) {
  for (Time t(1); t.tick() <= subject.fspec().eot(); t = t.next()) {
    const auto here = tuples_at(subject, run, t, protocol);
    const auto there = tuples_at(subject, good, t, protocol);
    if (here == there) continue;
    Divergence out;
    out.tick = t.tick();
    std::ranges::set_difference(there, here, std::back_inserter(out.missing));
    std::ranges::set_difference(here, there, std::back_inserter(out.added));
    return out;
  }
  return std::nullopt;
}

std::size_t differing(const FaultSet& a, const FaultSet& b) {
  std::vector<Fault> out;
  std::ranges::set_symmetric_difference(a.faults(), b.faults(), std::back_inserter(out));
  return out.size();
}

}  // namespace

struct Comparer::Good {
  const Rerun& run;
  Fired fired;
};

Comparer::Comparer(const Subject& subject, const Rerun& good)
    : subject_(subject), good_(std::make_unique<const Good>(Good{good, fired(subject, good)})) {}

Comparer::~Comparer() = default;

Comparison Comparer::compare(const Rerun& run) {
  const Rerun& good = good_->run;
  Comparison out;
  out.divergence = diverge(subject_, run, good, true);
  if (!out.divergence) out.divergence = diverge(subject_, run, good, false);
  const Fired here = fired(subject_, run);
  out.stopped = without(subject_.program(), good_->fired, here);
  out.started = without(subject_.program(), here, good_->fired);
  out.why = explain_outcome(subject_, run, good);
  out.story = make_story(subject_, run, out.why);
  return out;
}

Comparison compare(const Subject& subject, const Rerun& run, const Rerun& good) {
  return Comparer(subject, good).compare(run);
}

std::set<RuleId> fired_rules(const Subject& subject, const Rerun& run) {
  std::set<RuleId> out;
  for (const auto& [rule, heads] : fired(subject, run)) out.insert(rule);
  return out;
}

FaultSet nearest_good(const Cell& cell, const FaultSet& faults) {
  FaultSet best;
  std::size_t distance = faults.size();
  for (const Execution& row : cell.executions) {
    if (row.outcome != Outcome::holds) continue;
    const std::size_t d = differing(row.faults, faults);
    if (d >= distance) continue;
    distance = d;
    best = row.faults;
  }
  return best;
}

}  // namespace ldfi::results
