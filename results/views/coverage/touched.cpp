#include "results/views/coverage/touched.hpp"

#include <algorithm>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/trace/io_events.hpp"
#include "common/failures/failure_points.hpp"

namespace ldfi::results {
namespace {

/// Returns the fault sets to compare: those of the cell's executions and counterexamples, and all
/// single faults that could hit the failure-free run.
std::set<FaultSet> fault_sets(const Subject& subject, const Cell& cell) {
  std::set<FaultSet> out;
  for (const Execution& one : cell.executions) out.insert(one.faults);
  for (const Falsifier& one : cell.falsifiers) out.insert(one.faults);
  trace::IoEvents events(subject.program(), subject.fspec());
  const failures::FailurePoints points(subject.fspec(), {},
                                       events.of({}, *subject.failure_free().model));
  for (const failures::Offer& offer : points.offers()) out.insert(FaultSet({offer.fault}));
  out.erase(FaultSet());
  return out;
}

/// Returns true if the program itself declares the relation. Relations that describe faults do not
/// count.
bool counts(const dedalus::Program& program, RelationId relation) {
  return relation != program.timeless && !program.built_in(relation) && !program.internal(relation);
}

bool same(const Subject& subject, const eval::Model& a, const eval::Model& b, RelationId relation) {
  for (Time t(1); t.tick() <= subject.fspec().eot(); t = t.next()) {
    auto here = a.tuples(relation, t);
    auto there = b.tuples(relation, t);
    std::ranges::sort(here);
    std::ranges::sort(there);
    if (here != there) return false;
  }
  return true;
}

/// Returns the rules whose head and premises are all in `left`, the relations that no fault affects.
std::vector<RuleId> rules_of(const dedalus::Program& program, const std::set<RelationId>& left) {
  std::vector<RuleId> out;
  const auto in = [&left](const dedalus::Literal& one) { return left.contains(one.relation); };
  for (std::size_t r = 0; r < program.rules.size(); ++r) {
    const dedalus::Rule& rule = program.rules[r];
    if (!rule.made && left.contains(rule.head) && std::ranges::all_of(rule.positive, in) &&
        std::ranges::all_of(rule.negative, in)) {
      out.emplace_back(r);
    }
  }
  return out;
}

}  // namespace

Untouched untouched(const Subject& subject, const Cell& cell, const std::function<bool()>& enough) {
  const dedalus::Program& program = subject.program();
  Untouched out;
  std::set<RelationId> left;
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    if (counts(program, RelationId(r))) left.insert(RelationId(r));
  }
  out.of_relations = left.size();
  out.of_rules =
      static_cast<std::uint64_t>(std::ranges::count(program.rules, false, &dedalus::Rule::made));
  for (const FaultSet& faults : fault_sets(subject, cell)) {
    if (enough()) {
      out.whole = false;
      break;
    }
    try {
      const Rerun run = subject.execute(faults);
      std::erase_if(left, [&](RelationId relation) {
        return !same(subject, *run.model, *subject.failure_free().model, relation);
      });
      ++out.faulty;
    } catch (const BudgetExceeded&) {
      out.whole = false;
    } catch (const SourcedError&) {
      out.whole = false;
    }
  }
  out.relations.assign(left.begin(), left.end());
  out.rules = rules_of(program, left);
  return out;
}

}  // namespace ldfi::results
