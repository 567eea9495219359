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
                 // An incomplete cell may be reused only if "runs" ended it, because the limit of
                 // runs is part of the job.
                 [](const Cell& cell) { return cell.reason.empty() || cell.reason == "runs"; },
                 [](const DriveReport&) { return true; }},
      report.result);
}

}  // namespace ldfi
