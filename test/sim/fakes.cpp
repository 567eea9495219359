#include "test/sim/fakes.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "test/support/faults.hpp"

namespace ldfi::test {

FakeExecutor::FakeExecutor(std::vector<FaultSet> falsifiers, std::function<void(Report&)> meddle)
    : falsifiers_(std::move(falsifiers)), meddle_(std::move(meddle)) {}

Report FakeExecutor::execute(const Job& job) {
  const FaultSet& faults = std::get<ExecuteJob>(job.work).faults;
  ExecuteReport result;
  const bool bad = std::any_of(falsifiers_.begin(), falsifiers_.end(),
                               [&](const FaultSet& f) { return f.subset_of(faults); });
  result.outcome = bad ? Outcome::violates : Outcome::holds;
  Report report{job.id, fake_fingerprint, 1, result};
  if (meddle_) meddle_(report);
  return report;
}

FakeStrategy::FakeStrategy(std::vector<Omission> omissions, std::size_t max_size)
    : omissions_(std::move(omissions)), max_size_(max_size) {
  frontier_.emplace_back();
  seen_.emplace();
}

std::optional<Job> FakeStrategy::next_job() {
  if (frontier_.empty()) return std::nullopt;
  const FaultSet faults = frontier_.front();
  frontier_.pop_front();
  running_.emplace(next_id_, faults);
  return Job{next_id_++, ExecuteJob{faults}};
}

void FakeStrategy::accept(const Report& report) {
  const auto it = running_.find(report.job);
  LDFI_REQUIRE(it != running_.end(), "a report of a running job, once");
  const FaultSet faults = it->second;
  running_.erase(it);
  ++executed_;
  if (std::get<ExecuteReport>(report.result).outcome == Outcome::violates) {
    violating_.insert(faults);
  } else if (faults.size() < max_size_) {
    grow(faults);
  }
}

void FakeStrategy::grow(const FaultSet& faults) {
  for (const Omission& o : omissions_) {
    auto more = faults.all<Omission>();
    more.push_back(o);
    FaultSet grown = fault_set(more);
    if (seen_.insert(grown).second) frontier_.push_back(std::move(grown));
  }
}

bool FakeStrategy::finished() const {
  return !reason_.empty() || (frontier_.empty() && running_.empty());
}

void FakeStrategy::give_up(const std::string& reason) {
  reason_ = reason;
}

SearchResult FakeStrategy::result() const {
  SearchResult result;
  result.reason = reason_;
  result.executed = executed_;
  if (!reason_.empty()) return result;
  for (const FaultSet& faults : violating_) {
    const bool minimal = std::none_of(
        violating_.begin(), violating_.end(),
        [&](const FaultSet& other) { return other != faults && other.subset_of(faults); });
    if (minimal) result.falsifiers.push_back({faults, true, {}});
  }
  result.verdict = violating_.empty() ? Verdict::certified : Verdict::counterexample;
  return result;
}

std::vector<Omission> omissions() {
  std::vector<Omission> all;
  for (int from = 0; from < 3; ++from) {
    for (int to = 0; to < 3; ++to) {
      if (from != to) all.push_back({NodeId(from), NodeId(to), Time(1)});
    }
  }
  return all;
}

}  // namespace ldfi::test
