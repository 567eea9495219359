#include "common/record/job.hpp"

#include "common/base/overloaded.hpp"

namespace ldfi {

std::uint64_t runs_of(const Job& job) {
  return std::visit(Overloaded{[](const ExecuteJob&) -> std::uint64_t { return 1; },
                               [](const EnumerateJob& range) { return range.count; },
                               [](const SampleJob& sample) { return sample.count; },
                               [](const SearchJob&) -> std::uint64_t { return 1; },
                               [](const DriveJob&) -> std::uint64_t { return 1; }},
                    job.work);
}

bool repeatable(const Report& report) {
  return std::visit(
      Overloaded{[](const ExecuteReport& one) { return one.outcome != Outcome::unended; },
                 [](const EnumerateReport& range) { return range.unended.empty(); },
                 [](const SampleReport& sample) { return sample.unended.empty(); },
                 // An incomplete result may be reused only if the limit of executions ("runs")
                 // ended the search, because this limit is part of the job. Other limits are not.
                 [](const Cell& cell) { return cell.reason.empty() || cell.reason == "runs"; },
                 [](const DriveReport&) { return true; }},
      report.result);
}

}  // namespace ldfi
