#include "master/app/answered.hpp"

#include <algorithm>
#include <set>

#include "common/faults/fault_sampler.hpp"
#include "common/search/minimal_sets.hpp"

namespace ldfi::app {
namespace {

class Answered {
 public:
  explicit Answered(const Fspec& fspec) : fspec_(fspec) {}

  void add(const wire::Job& job, const wire::Report& report) {
    out_.execute_s += search::seconds(report.execute_ns);
    wire::visit_answer(
        job, report,
        wire::Kinds{[&](const wire::ExecuteJob& work, const wire::ExecuteReport& one) {
                      add(work.faults, one.outcome, report.execute_ns);
                    },
                    [&](const wire::EnumerateJob&, const wire::EnumerateReport& many) {
                      out_.executed += many.executed;
                      bad_.insert(many.falsifiers.begin(), many.falsifiers.end());
                    },
                    [&](const wire::SampleJob& range, const wire::SampleReport& sample) {
                      out_.executed += sample.executed;
                      if (sample.outcome != Outcome::violates) return;
                      const FaultSampler sets(fspec_, range.seed);
                      bad_.insert(sets.draw(range.first + sample.harmless));
                    },
                    [](const wire::SearchJob&, const Cell&) {}});
  }

  SearchResult result(const std::string& budget) && {
    for (const FaultSet& faults : search::minimal_sets(bad_)) {
      out_.falsifiers.push_back({faults, false, {}});
    }
    out_.verdict = bad_.empty() ? Verdict::inconclusive : Verdict::counterexample;
    out_.reason =
        !budget.empty() ? budget : "the search has not ended: this is what the journal holds";
    return std::move(out_);
  }

 private:
  void add(const FaultSet& faults, Outcome outcome, std::uint64_t execute_ns) {
    ++out_.executed;
    if (outcome == Outcome::violates) bad_.insert(faults);
    out_.executions.push_back(
        {out_.executions.size() + 1, std::nullopt, faults, outcome, execute_ns});
  }

  const Fspec& fspec_;
  SearchResult out_;
  std::set<FaultSet> bad_;
};

}  // namespace

SearchResult answered(const Task& task, const journal::Journal& journal, const BudgetCheck& check) {
  Answered all(task.fspec);
  std::string budget;
  try {
    for (const bool plain : {false, true}) {
      wire::Setup setup = task.setup();
      setup.grounding.plain = plain;
      journal.each_not_recalled(setup, [&](const wire::Job& job, const wire::Report& report) {
        all.add(job, report);
        if (check) check();
      });
    }
  } catch (const BudgetExceeded& e) {
    budget = e.what();
  }
  return std::move(all).result(budget);
}

}  // namespace ldfi::app
