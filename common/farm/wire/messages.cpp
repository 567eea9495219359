#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

std::uint64_t runs_of(const Job& job) {
  return std::visit(Kinds{[](const ExecuteJob&) -> std::uint64_t { return 1; },
                          [](const EnumerateJob& range) { return range.count; },
                          [](const SampleJob& sample) { return sample.count; },
                          [](const SearchJob&) -> std::uint64_t { return 1; },
                          [](const DriveJob&) -> std::uint64_t { return 1; }},
                    job.work);
}

Setup without_limits(Setup setup) {
  setup.budget = {};
  setup.grounding.pruning_done = setup.grounding.bounded = false;
  setup.grounding.pruned.clear();
  setup.system.path.clear();  // what is there, the fingerprint says
  setup.system.files.clear();
  return setup;
}

bool repeatable(const Report& report) {
  return std::visit(
      Kinds{[](const ExecuteReport& one) { return one.outcome != Outcome::unended; },
            [](const EnumerateReport& range) { return range.unended.empty(); },
            [](const SampleReport& sample) { return sample.unended.empty(); },
            // The runs that a cell may take are part of its job.
            [](const Cell& cell) { return cell.reason.empty() || cell.reason == "runs"; },
            [](const DriveReport&) { return true; }},
      report.result);
}

}  // namespace ldfi::wire
