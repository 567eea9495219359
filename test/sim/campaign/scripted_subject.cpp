#include "test/sim/campaign/scripted_subject.hpp"

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/campaign/search_cell.hpp"
#include "common/search/make_strategy.hpp"

namespace ldfi::test {

bool Script::violates(const FaultSet& faults) const {
  return std::any_of(falsifiers.begin(), falsifiers.end(),
                     [&](const FaultSet& f) { return f.subset_of(faults); });
}

campaign::Judgement ScriptedSubject::execute(const FaultSet& faults, const BudgetCheck& check) {
  if (check) check();
  executed_.push_back(faults);
  if (!script_.violates(faults)) return {script_.promises, script_.promises, {}};
  return {script_.promises, 0, script_.violated};
}

std::optional<SearchResult> ScriptedSubject::prepare(const SearchSettings& /*settings*/,
                                                     const BudgetCheck& check) {
  if (check) check();
  return std::nullopt;
}

std::unique_ptr<search::Strategy> ScriptedSubject::strategy(const SearchSettings& settings,
                                                            const BudgetCheck& check) {
  return search::make_strategy(script_.fspec, nullptr, settings, check);
}

std::unique_ptr<campaign::Executor> ScriptedSubject::executor(const BudgetCheck& /*check*/) {
  return std::make_unique<ScriptedExecutor>(script_, Flaw::none);
}

// Records a trace in which each node sends "hello" to the next node at the first tick.
campaign::Recording ScriptedSubject::record(const FaultSet& faults, const BudgetCheck& check) {
  if (check) check();
  Trace trace;
  trace.fspec = script_.fspec.parameters();
  trace.faults = faults;
  if (script_.violates(faults)) trace.violated = script_.violated;
  for (int t = 1; t <= script_.fspec.eot(); ++t) {
    Tick& tick = trace.ticks.emplace_back();
    tick.tick = t;
    for (std::uint32_t n = 0; n < script_.fspec.node_count(); ++n) {
      const NodeId node(n);
      if (faults.state_of(node, Time(t)) == NodeState::crashed) {
        if (t == 1 || faults.state_of(node, Time(t - 1)) == NodeState::up) {
          tick.crashes.push_back(node);
        }
        continue;
      }
      const NodeId next((n + 1) % static_cast<std::uint32_t>(script_.fspec.node_count()));
      if (t != 1) continue;
      const Message hello{node, next, "{\"type\":\"hello\"}", 0, "hello"};
      (faults.loses({node, next, Time(1)}) ? tick.lost : tick.arrived).push_back(hello);
    }
  }
  return {trace, std::nullopt};
}

ExecuteReport ScriptedExecutor::run_one(const FaultSet& faults) {
  ExecuteReport report;
  ++runs_;
  bool bad = script_.violates(faults);
  if (flaw_ == Flaw::lies && faults.size() == 1) bad = true;
  if (flaw_ == Flaw::flaky && bad) bad = runs_ % 2 == 0;
  if (bad) {
    report.outcome = Outcome::violates;
    report.violated = script_.violated;
  }
  if (faults.size() != 2) return report;
  if (flaw_ == Flaw::exceeds) throw BudgetExceeded("time", "time");
  if (flaw_ == Flaw::breaks) throw EnvironmentError("scripted: the disk is full");
  if (flaw_ == Flaw::unending) {
    report.outcome = Outcome::unended;
    report.error = "more than 100 steps";
  }
  return report;
}

Report ScriptedCells::execute(const Job& job) {
  const auto& cell = std::get<SearchJob>(job.work);
  FspecParameters parameters = script_.fspec.parameters();
  parameters.eot = cell.eot;
  parameters.eff = cell.eff;
  parameters.crashes = cell.crashes;
  set_budgets(parameters, cell.budgets);
  Script script{Fspec(parameters), script_.falsifiers};
  ScriptedSubject subject(script);
  const campaign::Host host{[] { return 0.0; }, [] { return std::uint64_t{0}; }};
  return {job.id, scripted_fingerprint, 1,
          campaign::search_cell(subject, cell.settings, host, {1, 0}, cell.probe)};
}

execute::SetExecutor::Outcomes ScriptedExecutor::run(std::span<const FaultSet> sets) {
  Outcomes out;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const auto report = run_one(sets[i]);
    if (report.outcome == Outcome::violates) out.violating |= Bits{1} << i;
    if (report.outcome == Outcome::unended) out.unended.push_back({sets[i], report.error});
  }
  return out;
}

}  // namespace ldfi::test
