// Tests the baseline search that counts failures, on random programs and three protocols. Compares
// it with a recursive form of the same algorithm, and with the execution of every fault set of the
// Fspec.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/trace/io_events.hpp"
#include "common/failures/coverage.hpp"
#include "common/search/fts.hpp"
#include "test/oracle/every_kind.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/plain_executor.hpp"

namespace ldfi::test {
namespace {

using failures::FailurePoints;

struct Totals {
  int programs = 0;
  std::uint64_t executed = 0;
  std::uint64_t all = 0;  ///< number of fault sets in the Fspecs
  int falsified = 0;
  int found = 0;  ///< number of these that violate and that the search found
};

class Case {
 public:
  Case(const dedalus::Program& program, const Fspec& fspec)
      : program_(program), fspec_(fspec), evaluator_(program, fspec), events_(program, fspec) {}

  void check(Totals& totals, bool every_set) {
    const auto executor = execute::make_plain_executor(program_, fspec_, {}, 0);
    const auto strategy = search::make_fts(fspec_, {true, {}});
    const SearchResult result = drive(*strategy, *executor);
    ++totals.programs;
    totals.executed += result.executions.size();
    check_combinations(result);
    check_workers(result, *executor);
    check_coverage(result, !every_set);
    if (every_set) check_truth(result, totals);
  }

 private:
  /// Compares the result with the published algorithm. It keeps a list of the combinations of one
  /// size, and makes the next list from it.
  void check_combinations(const SearchResult& result) {
    struct Entry {
      FaultSet faults;
      std::set<std::string> ids;
      failures::Moment last;
    };
    std::set<std::set<std::string>> combinations{{}};
    std::set<FaultSet> sets{{}};
    std::vector<Entry> level{{}};
    std::vector<FaultSet> expected;
    while (!level.empty()) {
      std::vector<Entry> next;
      for (const Entry& one : level) {
        expected.push_back(one.faults);
        for (const auto& offer : points(one.faults).offers()) {
          std::set<std::string> ids = one.ids;
          for (const auto& id : offer.ids) ids.insert(to_text(id));
          const bool new_ids = ids.size() == one.ids.size() + offer.ids.size();
          if (offer.at < one.last || !new_ids || !combinations.insert(ids).second) continue;
          std::vector<Fault> faults = one.faults.faults();
          faults.push_back(offer.fault);
          FaultSet more(std::move(faults));
          if (sets.insert(more).second) next.push_back({std::move(more), std::move(ids), offer.at});
        }
      }
      level = std::move(next);
    }
    std::vector<FaultSet> ran;
    for (const Execution& one : result.executions) ran.push_back(one.faults);
    if (result.verdict == Verdict::broken || !result.error.empty()) return;
    EXPECT_TRUE(ran == expected) << ran.size() << " instead of " << expected.size();
  }

  void check_workers(const SearchResult& alone, campaign::Executor& executor) {
    for (const bool all : {false, true}) {
      const auto one = search::make_fts(fspec_, {all, {}});
      const auto many = search::make_fts(fspec_, {all, {}});
      const SearchResult expected = all ? alone : drive(*one, executor);
      const SearchResult found = drive(*many, executor, 4, 3);
      EXPECT_EQ(outcome_text(found, fspec_), outcome_text(expected, fspec_));
      EXPECT_EQ(found.executed, expected.executed);
    }
  }

  /// Checks that the search tries all failures that the failure-free run offers. If no rule reads
  /// the memory of another node, no other failure can be the first one of an execution.
  void check_coverage(const SearchResult& result, bool local) {
    if (result.verdict == Verdict::broken || !result.error.empty()) return;
    failures::Coverage coverage;
    for (const Execution& one : result.executions) {
      coverage.add(failures::covered_by(
          one.id, one.faults,
          [&](const FaultSet& faults) -> const FailurePoints& { return points(faults); }));
    }
    std::set<failures::FailureId> first;
    for (const auto& offer : points({}).offers()) first.insert(offer.ids.begin(), offer.ids.end());
    for (const auto& one : coverage.ids()) {
      if (!local) continue;
      EXPECT_TRUE(one.exercised > 0 || one.place > 1) << to_text(one.id);
      EXPECT_EQ(one.place == 1, first.contains(one.id)) << to_text(one.id);
    }
    const failures::Pairs pairs = coverage.pairs();
    EXPECT_EQ(pairs.all, pairs.exercised + pairs.offered + pairs.never_met);
  }

  /// Checks that each reported counterexample violates, and is minimal if it is reported as
  /// minimal.
  void check_truth(const SearchResult& result, Totals& totals) {
    std::set<FaultSet> bad;
    const auto failure_free = evaluator_.run({});
    for (const FaultSet& faults : all_fault_sets(fspec_)) {
      ++totals.all;
      const auto model = evaluator_.run(faults);
      if (!eval::judge(program_, fspec_, *model, *failure_free).holds()) bad.insert(faults);
    }
    EXPECT_NE(result.verdict, Verdict::certified);
    for (const Falsifier& one : result.falsifiers) EXPECT_TRUE(bad.contains(one.faults));
    for (const Execution& one : result.executions) {
      EXPECT_EQ(one.outcome == Outcome::violates, bad.contains(one.faults));
    }
    if (!bad.empty()) ++totals.falsified;
    if (!result.falsifiers.empty()) ++totals.found;
  }

  const FailurePoints& points(const FaultSet& faults) {
    const auto known = points_.find(faults);
    if (known != points_.end()) return known->second;
    return points_.try_emplace(faults, fspec_, faults, events_.of(faults, *evaluator_.run(faults)))
        .first->second;
  }

  const dedalus::Program& program_;
  const Fspec& fspec_;
  eval::Evaluator evaluator_;
  trace::IoEvents events_;
  std::map<FaultSet, FailurePoints> points_;
};

TEST(FtsOracle, RunsTheCombinationsThatThereAre) {
  Totals totals;
  for_programs_of_every_kind(test::seeds({1, 60}), [&](const auto& program, auto parameters) {
    parameters.limits.faults = std::min(parameters.limits.faults.value_or(3), 3);
    const Fspec fspec(parameters);
    Case(program, fspec).check(totals, true);
  });
  std::cout << totals.programs << " programs: " << totals.executed << " of " << totals.all
            << " fault sets executed; " << totals.falsified << " falsified, " << totals.found
            << " of these found\n";
  EXPECT_GT(totals.found, 0);
}

TEST(FtsOracle, RunsThoseOfTheSequentialAlgorithm) {
  Totals totals;
  for (const std::string name : {"disk-log", "primary-backup-log", "twopc-recovery"}) {
    const dedalus::Program program = dedalus::check_program(
        dedalus::read_sources({LDFI_SOURCE_DIR "/configs/protocols/" + name + ".ded"}), {});
    FspecParameters parameters{12, 6, 1, program.nodes, EffMode::inclusive, CrashModel::stop, 1};
    parameters.limits.faults = 2;
    const Fspec fspec(parameters);
    Case(program, fspec).check(totals, false);
  }
  EXPECT_GT(totals.executed, 1000U);
}

}  // namespace
}  // namespace ldfi::test
