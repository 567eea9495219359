#include "master/programs/journal_result.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "common/base/overloaded.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/faults/fault_sampler.hpp"
#include "common/search/minimal_sets.hpp"

namespace ldfi::app {
namespace {

class Answered {
 public:
  explicit Answered(const Task& task)
      : fspec_(task.fspec), specifications_(task.program.specifications) {}

  void add(const Job& job, const Report& report) {
    out_.execute_s += search::seconds(report.execute_ns);
    visit_answer(job, report,
                 Overloaded{[&](const ExecuteJob& work, const ExecuteReport& one) {
                              add(work.faults, one, report.execute_ns);
                            },
                            [&](const EnumerateJob&, const EnumerateReport& many) {
                              out_.executed += many.executed;
                              for (const FaultSet& faults : many.falsifiers) bad_[faults];
                            },
                            [&](const SampleJob& range, const SampleReport& sample) {
                              out_.executed += sample.executed;
                              if (sample.outcome != Outcome::violates) return;
                              const FaultSampler sets(fspec_, range.seed, range.weights);
                              bad_[sets.draw(range.first + sample.harmless)];
                            },
                            [](const SearchJob&, const Cell&) {},
                            [](const DriveJob&, const DriveReport&) {}});
  }

  SearchResult result(const std::string& budget) && {
    std::vector<std::vector<Falsifier>> found{falsifiers_of(std::nullopt)};
    if (!specifications_.empty()) found.clear();
    for (std::uint32_t i = 0; i < specifications_.size(); ++i) {
      found.push_back(falsifiers_of(i));
      out_.specifications.push_back({specifications_[i].says, verdict_of(found.back()), {}});
    }
    gather(out_, found);
    out_.verdict =
        specifications_.empty() ? verdict_of(out_.falsifiers) : worst(out_.specifications);
    out_.reason =
        !budget.empty() ? budget : "the search has not ended: this is what the journal holds";
    return std::move(out_);
  }

 private:
  void add(const FaultSet& faults, const ExecuteReport& report, std::uint64_t execute_ns) {
    ++out_.executed;
    if (report.outcome == Outcome::violates) bad_[faults] = report.specifications;
    out_.executions.push_back(
        {out_.executions.size() + 1, std::nullopt, faults, report.outcome, execute_ns});
  }

  /// Returns the counterexamples of the specification with this index, or all counterexamples for
  /// nullopt. Marks none as minimal, because an unfinished search has not proved that.
  [[nodiscard]] std::vector<Falsifier> falsifiers_of(std::optional<std::uint32_t> one) const {
    std::set<FaultSet> sets;
    for (const auto& [faults, violated] : bad_) {
      if (!one || std::binary_search(violated.begin(), violated.end(), *one)) sets.insert(faults);
    }
    std::vector<Falsifier> out;
    for (const FaultSet& faults : search::minimal_sets(sets)) out.push_back({faults, false, {}});
    return out;
  }

  static Verdict verdict_of(const std::vector<Falsifier>& falsifiers) {
    if (falsifiers.empty()) return Verdict::inconclusive;
    return falsifiers.front().faults.empty() ? Verdict::broken : Verdict::counterexample;
  }

  const Fspec& fspec_;
  const std::vector<dedalus::DeclaredSpecification>& specifications_;
  SearchResult out_;
  std::map<FaultSet, std::vector<std::uint32_t>>
      bad_;  ///< executions that violate a promise, and the specifications that each of them
             ///< violates
};

}  // namespace

SearchResult answered(const Task& task, const journal::Journal& journal, const BudgetCheck& check) {
  Answered all(task);
  std::string budget;
  try {
    for (const bool plain : {false, true}) {
      wire::Setup setup = task.setup();
      setup.grounding.plain = plain;
      journal.each_not_recalled(setup, [&](const Job& job, const Report& report) {
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
