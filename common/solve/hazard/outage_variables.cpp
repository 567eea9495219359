#include "common/solve/hazard/outage_variables.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

OutageVariables::OutageVariables(const Fspec& fspec, FaultTable& table, sat::Solver& solver)
    : fspec_(fspec), table_(table), solver_(solver) {
  if (fspec.crash_model() != CrashModel::stop) return;
  nodes_.resize(fspec.node_count());
  if (fspec.crashes() == 0 && fspec.restarts() == 0) return;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (fspec.crashable(NodeId(n)) || fspec.restartable(NodeId(n))) add(NodeId(n));
  }
  at_most(solver_, gone_, static_cast<std::size_t>(fspec.crashes()));
  at_most(solver_, restarts_, static_cast<std::size_t>(fspec.restarts()));
  counted_ = gone_;
  counted_.insert(counted_.end(), restarts_.begin(), restarts_.end());
}

void OutageVariables::add(NodeId node) {
  const std::size_t first = table_.all<Outage>().size();
  add_outages(node);
  add_states(node, first);
  exclude_overlaps(node, first);
}

void OutageVariables::add_outages(NodeId node) {
  const int last = fspec_.restarts() > 0 ? fspec_.last_omission() : 0;
  for (int t = 1; t <= fspec_.eot(); ++t) {
    for (const bool after : {false, true}) {
      Outage outage{node, Time(t), Time(after ? t + 1 : t)};
      const auto add = [&] {
        if (admits(fspec_, outage)) table_.add(outage, solver_.new_variable());
      };
      if (fspec_.crashes() > 0) add();
      if (t > last) continue;
      for (int back = outage.down.tick() + 1; back <= last + 1; ++back) {
        outage.back = Time(back);
        add();
      }
    }
  }
}

// Defines, tick by tick, the literals that say whether the node is down for good, and until which
// restart it is down.
void OutageVariables::add_states(NodeId node, std::size_t first) {
  const auto eot = static_cast<std::size_t>(fspec_.eot());
  Node& rows = nodes_[node.index()];
  rows = {Row(eot + 2), Row(eot + 2), Row(eot + 2), Row(eot + 2)};
  // For each tick, the outages in which the node is down from this tick on.
  std::vector<std::vector<std::size_t>> begins(eot + 2);
  std::vector<std::vector<Literal>> muted(eot + 2);
  std::vector<std::vector<Literal>> crash(eot + 2);
  for (std::size_t i = first; i < table_.all<Outage>().size(); ++i) {
    const auto& [outage, literal] = table_.all<Outage>()[i];
    const auto at = static_cast<std::size_t>(outage.at.tick());
    begins[static_cast<std::size_t>(outage.down.tick())].push_back(i);
    if (outage.after()) muted[at].push_back(literal);
    if (!outage.restarts()) crash[at].push_back(literal);
  }
  Row until(eot + 2);  // literal `until[t]`: the node is down now and restarts at tick t
  Literal gone = 0;
  for (std::size_t t = 1; t <= eot + 1; ++t) {
    rows.restart[t] = until[t];
    std::vector<Literal> gone_now;
    std::vector<std::vector<Literal>> until_now(eot + 2);
    if (gone != 0) gone_now.push_back(gone);
    for (std::size_t r = t + 1; r <= eot + 1; ++r) {
      if (until[r] != 0) until_now[r].push_back(until[r]);
    }
    for (const std::size_t i : begins[t]) {
      const auto& [outage, literal] = table_.all<Outage>()[i];
      (outage.restarts() ? until_now[static_cast<std::size_t>(outage.back.tick())] : gone_now)
          .push_back(literal);
    }
    gone = any(solver_, gone_now);
    std::vector<Literal> down_now;
    if (gone != 0) down_now.push_back(gone);
    for (std::size_t r = t + 1; r <= eot + 1; ++r) {
      until[r] = any(solver_, until_now[r]);
      if (until[r] != 0) down_now.push_back(until[r]);
    }
    rows.down[t] = any(solver_, down_now);
    rows.muted[t] = any(solver_, muted[t]);
    rows.crash[t] = any(solver_, crash[t]);
    if (rows.restart[t] != 0) restarts_.push_back(rows.restart[t]);
  }
  if (gone != 0) gone_.push_back(gone);
}

/// Adds clauses which say that at most one outage begins at a tick, and only if the node ran at the
/// previous tick.
void OutageVariables::exclude_overlaps(NodeId node, std::size_t first) {
  std::vector<std::vector<Literal>> begin(nodes_[node.index()].down.size());
  for (std::size_t i = first; i < table_.all<Outage>().size(); ++i) {
    const auto& [outage, literal] = table_.all<Outage>()[i];
    if (const Literal before = down(node, outage.down.tick() - 1)) {
      solver_.add({-literal, -before});
    }
    begin[static_cast<std::size_t>(outage.down.tick())].push_back(literal);
  }
  for (const auto& at_tick : begin) at_most_one(solver_, at_tick);
}

Literal OutageVariables::at(NodeId node, Row Node::*row, int tick) const {
  if (node.index() >= nodes_.size()) return 0;
  const Row& literals = nodes_[node.index()].*row;
  const auto t = static_cast<std::size_t>(std::max(tick, 0));
  return t < literals.size() ? literals[t] : 0;
}

Literal OutageVariables::literal(const FaultFact& fact) const {
  const int tick = fact.at.tick();
  if (fact.kind == FaultFact::Kind::crash) return at(fact.node, &Node::crash, tick);
  if (fact.kind == FaultFact::Kind::restart) return at(fact.node, &Node::restart, tick);
  return fact.kind == FaultFact::Kind::quiet ? muted(fact.node, tick) : 0;
}

}  // namespace ldfi::hazard
