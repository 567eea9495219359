#include "common/search/run_list.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/base/contract.hpp"
#include "common/search/minimal_sets.hpp"

namespace ldfi::search {

void RunList::add(FaultSet faults, std::optional<std::uint64_t> parent) {
  runs_.push_back({std::move(faults), parent});
}

bool RunList::stopped() const {
  return std::all_of(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(*stops_at_),
                     [](const Run& run) { return run.done; });
}

Job RunList::hand_out(bool with_offers) {
  ++running_;
  ++next_;
  return {next_, ExecuteJob{runs_[next_ - 1].faults, with_offers}};
}

std::size_t RunList::accept(const Report& report, bool ended) {
  LDFI_REQUIRE(report.job >= 1 && report.job <= next_ && !runs_[report.job - 1].done,
               "the report is about a job that was handed out");
  const auto& result = result_of<ExecuteReport>(report);
  const std::size_t index = report.job - 1;
  Run& run = runs_[index];
  --running_;
  run.done = true;
  if (ended) return index;
  run.outcome = result.outcome;
  run.execute_ns = report.execute_ns;
  run.violated = result.violated;
  run.error = result.error;
  const bool first = run.outcome == Outcome::violates && !all_;
  if (first || (run.outcome != Outcome::holds && run.faults.empty())) {
    stops_at_ = std::min(stops_at_.value_or(index), index);
  }
  return index;
}

SearchResult RunList::result(const std::string& reason, bool all_minimal) const {
  SearchResult out;
  std::uint64_t done = 0;
  std::map<FaultSet, const Run*> found;
  std::set<FaultSet> sets;
  const Run* first = nullptr;
  for (std::size_t i = 0; i < next_; ++i) {
    const Run& run = runs_[i];
    if (!run.done) continue;
    ++done;
    out.executions.push_back({i + 1, run.parent, run.faults, run.outcome, run.execute_ns});
    out.execute_s += seconds(run.execute_ns);
    if (!counts(i) || run.outcome == Outcome::holds || run.outcome == Outcome::unended) continue;
    if (first == nullptr) first = &run;
    if (run.outcome == Outcome::error) {
      if (out.error.empty()) out.error = run.error;
    } else {
      found.emplace(run.faults, &run);
      sets.insert(run.faults);
    }
  }
  out.executed = stops_at_ ? std::min<std::uint64_t>(*stops_at_ + 1, done) : done;
  out.wasted = done - static_cast<std::uint64_t>(out.executed) + running_;
  for (const FaultSet& faults : minimal_sets(sets)) {
    out.falsifiers.push_back(
        {faults, all_minimal || faults.size() <= 1, found.at(faults)->violated});
  }
  if (first == nullptr) return out;
  out.reason = reason;
  const bool broken = first->faults.empty() && out.error.empty();
  out.verdict = broken ? Verdict::broken : Verdict::counterexample;
  return out;
}

UnendedRuns RunList::unended() const {
  UnendedRuns out;
  for (std::size_t i = 0; i < next_; ++i) {
    const Run& run = runs_[i];
    if (run.outcome == Outcome::unended && counts(i)) out.add({{run.faults, run.error}});
  }
  return out;
}

}  // namespace ldfi::search
