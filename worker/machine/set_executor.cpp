#include "worker/machine/set_executor.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

#include "common/base/contract.hpp"
#include "common/base/overloaded.hpp"
#include "common/base/phase.hpp"
#include "common/faults/enumeration.hpp"
#include "common/faults/fault_sampler.hpp"

namespace ldfi::execute {

Report SetExecutor::execute(const Job& job) {
  const Phase phase("executing");
  const auto start = std::chrono::steady_clock::now();
  Report report;
  report.job = job.id;
  report.fingerprint = fingerprint_;
  std::visit(
      Overloaded{
          [&](const ExecuteJob& one) {
            LDFI_REQUIRE(fspec_.admits(one.faults), "the Fspec admits the fault set");
            ExecuteReport result = run_one(one.faults);
            if (one.offers) result.offers = offers();
            report.result = std::move(result);
          },
          [&](const EnumerateJob& range) {
            LDFI_REQUIRE(fspec_.admits(range.given), "the Fspec admits the given faults");
            report.result = run_range(range);
          },
          [&](const SampleJob& sample) { report.result = run_sample(sample); },
          [](const SearchJob&) {
            LDFI_REQUIRE(
                false,
                "this executor does not support the job: its jobs are fault sets of one Fspec");
          },
          [](const DriveJob&) {
            LDFI_REQUIRE(
                false,
                "this executor does not support the job: its jobs are fault sets of one Fspec");
          }},
      job.work);
  report.execute_ns = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
          .count());
  return report;
}

std::vector<Offer> SetExecutor::offers() {
  LDFI_REQUIRE(false, "this executor cannot say which faults an execution offers");
  return {};
}

EnumerateReport SetExecutor::run_range(const EnumerateJob& job) {
  EnumerateReport report;
  Enumeration sets(fspec_, job.given, job.more);
  if (job.count == 0) return report;
  sets.seek(job.first);
  std::vector<FaultSet> batch;
  for (std::uint64_t i = 0; i < job.count; ++i) {
    batch.push_back(sets.faults());
    const bool more = sets.next();
    if (batch.size() == at_once_ || i + 1 == job.count || !more)
      run_batch(batch, job.known, report);
    if (!more) break;
  }
  return report;
}

void SetExecutor::run_batch(std::vector<FaultSet>& batch, const std::vector<FaultSet>& known,
                            EnumerateReport& report) {
  pause();
  auto outcomes = run(batch);
  report.executed += batch.size();
  report.violating += static_cast<std::uint64_t>(std::popcount(outcomes.violating));
  for (auto& each : outcomes.unended) report.unended.push_back(std::move(each));
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if ((outcomes.errors >> i & 1U) != 0) report.errors.push_back(batch[i]);
    if ((outcomes.violating >> i & 1U) == 0) continue;
    const bool is_news = std::none_of(known.begin(), known.end(),
                                      [&](const FaultSet& k) { return k.subset_of(batch[i]); });
    if (is_news) report.falsifiers.push_back(batch[i]);
  }
  batch.clear();
}

SampleReport SetExecutor::run_sample(const SampleJob& job) {
  SampleReport report;
  const FaultSampler sets(fspec_, job.seed, job.weights);
  std::vector<FaultSet> batch;
  while (report.executed < job.count && report.outcome == Outcome::holds) {
    batch.clear();
    while (batch.size() < at_once_ && report.executed + batch.size() < job.count) {
      pause();  // sends a heartbeat if necessary, because drawing a set of very many faults takes
                // long
      batch.push_back(sets.draw(job.first + report.executed + batch.size()));
    }
    auto outcomes = run(batch);
    for (std::size_t i = 0; i < batch.size() && !job.known.empty(); ++i) {
      const bool known = std::any_of(job.known.begin(), job.known.end(),
                                     [&](const FaultSet& k) { return k.subset_of(batch[i]); });
      if (!known) continue;
      outcomes.violating &= ~(std::uint64_t{1} << i);
      outcomes.errors &= ~(std::uint64_t{1} << i);
    }
    report.harmless = report.executed + batch.size();
    if (outcomes.violating != 0) {
      report.harmless =
          report.executed + static_cast<std::uint64_t>(std::countr_zero(outcomes.violating));
      report.outcome = Outcome::violates;
    }
    if (report.sound == report.executed) {
      const auto first = static_cast<std::uint64_t>(std::countr_zero(outcomes.errors));
      report.sound = std::min(report.harmless, report.executed + first);
    }
    for (auto& each : outcomes.unended) report.unended.push_back(std::move(each));
    report.executed += batch.size();
  }
  return report;
}

}  // namespace ldfi::execute
