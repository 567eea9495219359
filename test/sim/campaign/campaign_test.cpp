// Searches, sweeps, resumes, replays, stores and reports a subject that is not a program;
// minimise_test.cpp minimises it. Code that fails with this subject depends on Dedalus. Some
// executors of the subject give wrong reports, and the campaign must notice this.
#include "common/campaign/campaign.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/search/exhaustive.hpp"
#include "master/journal/journal.hpp"
#include "master/sweep/grid_course.hpp"
#include "master/sweep/sweep_strategy.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/hdf5/hdf5_source.hpp"
#include "results/report/report.hpp"
#include "test/sim/campaign/scripted_subject.hpp"
#include "test/sim/farm.hpp"
#include "test/support/faults.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

Script script() {
  Script out{Fspec({3, 1, 1, {"a", "b", "two words"}}), {}};
  out.falsifiers = {fault_set({{NodeId(0), NodeId(1), Time(1)}, {NodeId(1), NodeId(0), Time(1)}}),
                    fault_set({}, {{NodeId(2), Time(2)}})};
  return out;
}

class CampaignTest : public testing::Test {
 protected:
  Cell run(Flaw flaw = Flaw::none, std::set<int> silent = {}) {
    const auto factory = [&](const wire::Setup&) {
      return std::make_unique<ScriptedExecutor>(script_, flaw);
    };
    schedule::MasterOptions options;
    options.memory = journal_.get();
    options.job_deadline_s = 60;
    return campaign::run(
        subject_,
        {.clock = [] { return 0.0; },
         .search =
             [&] {
               SimFarm farm({.workers = 3, .silent = silent}, options, factory);
               const auto strategy = search::make_exhaustive(script_.fspec, {true, 1U << 20U, 5});
               wire::Setup setup;
               setup.fspec = script_.fspec.parameters();
               auto result = farm.search(setup, *strategy);
               sent_ = farm.master().progress().jobs_sent;
               return result;
             }});
  }
  std::vector<std::string> falsifiers(const Cell& cell) const {
    std::vector<std::string> out;
    for (const Falsifier& f : cell.falsifiers) {
      out.push_back(to_text(f.faults, script_.fspec) + (f.minimal ? "" : " ?"));
    }
    return out;
  }

  Script script_ = script();
  ScriptedSubject subject_{script_};
  std::unique_ptr<journal::Journal> journal_;
  std::uint64_t sent_ = 0;
};

TEST_F(CampaignTest, CertifiesNothingWhereNoFaultIsPossible) {
  script_.falsifiers.clear();
  EXPECT_EQ(run().verdict, Verdict::certified);
  script_.out_of_reach = true;
  const Cell cell = run();
  EXPECT_EQ(cell.verdict, Verdict::vacuous);
  EXPECT_EQ(cell.reason, no_fault_possible);
  EXPECT_FALSE(cell.unfinished);
}

TEST_F(CampaignTest, AViolationIsOneWhateverFaultsArePossible) {
  script_.out_of_reach = true;
  EXPECT_EQ(run().verdict, Verdict::counterexample);
}

TEST_F(CampaignTest, FindsAndConfirmsWhatTheScriptSays) {
  const Cell cell = run();
  EXPECT_EQ(cell.verdict, Verdict::counterexample);
  EXPECT_EQ(cell.failure_free_pre, 2U);
  EXPECT_EQ(cell.executed, script_.fspec.distinct_fault_sets());
  EXPECT_THAT(falsifiers(cell), ElementsAre("C(\"two words\",2)", "O(a,b,1) O(b,a,1)"));
  EXPECT_THAT(cell.falsifiers[0].violated, ElementsAre("promise(kept)"));
  // The subject executed the failure-free run, and each of the two falsifiers once more.
  EXPECT_THAT(subject_.executed(), SizeIs(3));
}

TEST_F(CampaignTest, CertifiesAndCallsVacuous) {
  script_.falsifiers.clear();
  EXPECT_EQ(run().verdict, Verdict::certified);
  script_.promises = 0;
  EXPECT_EQ(run().verdict, Verdict::vacuous);
}

TEST_F(CampaignTest, SearchesNothingThatIsBroken) {
  script_.falsifiers = {FaultSet()};
  const Cell cell = run();
  EXPECT_EQ(cell.verdict, Verdict::broken);
  EXPECT_EQ(cell.executed, 1);
  EXPECT_THAT(falsifiers(cell), ElementsAre("none"));
}

TEST_F(CampaignTest, DoesNotTrustALiar) {
  EXPECT_THROW(run(Flaw::lies), InternalError);
}

TEST_F(CampaignTest, ReportsOfAFlakyExecutorOnlyWhatTheSubjectConfirms) {
  for (const Falsifier& f : run(Flaw::flaky).falsifiers) EXPECT_TRUE(script_.violates(f.faults));
}

TEST_F(CampaignTest, EndsInWordsWhenAWorkerHangs) {
  try {
    run(Flaw::none, {2});
    FAIL() << "nobody noticed";
  } catch (const EnvironmentError& e) {
    EXPECT_THAT(e.what(), HasSubstr("rank 2"));
  }
}

TEST_F(CampaignTest, AWorkerOutOfBudgetMakesItInconclusive) {
  const Cell cell = run(Flaw::exceeds);
  EXPECT_THAT(cell.reason, HasSubstr("time"));
  EXPECT_TRUE(cell.unfinished);
  for (const Falsifier& f : cell.falsifiers) EXPECT_TRUE(script_.violates(f.faults));
}

TEST_F(CampaignTest, AnExecutionWithoutEndIsNoProof) {
  script_.falsifiers.clear();
  const Cell cell = run(Flaw::unending);
  EXPECT_EQ(cell.verdict, Verdict::inconclusive);
  EXPECT_THAT(cell.reason, AllOf(HasSubstr("did not end"), HasSubstr("more than 100 steps")));
}

TEST_F(CampaignTest, AWorkerThatCannotGoOnEndsItWithItsStatus) {
  try {
    run(Flaw::breaks);
    FAIL() << "nobody noticed";
  } catch (const wire::RemoteFailure& e) {
    EXPECT_EQ(e.status(), ExitStatus::environment);
    EXPECT_THAT(e.what(), HasSubstr("the disk is full"));
  }
}

TEST_F(CampaignTest, TheJournalAnswersTheSecondTime) {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.journal");
  journal_ = journal::open_journal(path, {}, false).journal;
  const Cell first = run();
  EXPECT_GT(sent_, 10U);
  journal_.reset();
  journal_ = journal::open_journal(path, {}, true).journal;
  const Cell second = run();
  EXPECT_EQ(sent_, 0U) << "executed again";
  EXPECT_EQ(falsifiers(second), falsifiers(first));
  EXPECT_EQ(second.executed, first.executed);
}

class ScriptedSweep : public CampaignTest {
 protected:
  /// Returns the verdict of each cell, by EOT, EFF and crashes of the cell.
  std::map<std::string, std::string> sweep(int workers) {
    sweep::GridCourse course({EffMode::inclusive, true, true},
                             {{3, 1, 1}, {3, 0, 1}, {3, 1, 0}, {4, 2, 0}});
    SearchSettings settings;
    settings.strategy = StrategyName::exhaustive;
    settings.all = true;
    settings.exhaustive_limit = 1U << 20U;
    sweep::SweepStrategy strategy(course, settings);
    SimFarm farm({.workers = workers}, {},
                 [&](const wire::Setup&) { return std::make_unique<ScriptedCells>(script_); });
    farm.search({}, strategy);
    std::map<std::string, std::string> out;
    for (const auto& [point, settled] : course.cells()) {
      std::string text = name_of(settled.report.verdict);
      for (const Falsifier& one : settled.report.falsifiers) {
        text += " " + to_text(one.faults, script_.fspec);
      }
      out[to_text(point)] = text;
    }
    return out;
  }
};

TEST_F(ScriptedSweep, FindsTheSameWithAnyNumberOfWorkers) {
  const std::map<std::string, std::string> cells{
      {"<3,0,1>", "counterexample C(\"two words\",2)"},
      {"<3,1,0>", "counterexample O(a,b,1) O(b,a,1)"},
      {"<3,1,1>", "counterexample C(\"two words\",2) O(a,b,1) O(b,a,1)"},
      {"<4,2,0>", "counterexample O(a,b,1) O(b,a,1)"}};
  EXPECT_EQ(sweep(1), cells);
  EXPECT_EQ(sweep(3), cells);
}

/// A subject with three specifications, the second of which is violated in the failure-free run.
class Specified final : public campaign::Subject {
 public:
  explicit Specified(Fspec fspec) : fspec_(std::move(fspec)) {}
  [[nodiscard]] const Fspec& fspec() const override { return fspec_; }
  [[nodiscard]] std::vector<Specification> specifications() const override {
    std::vector<Specification> out(3);
    out[1].severity = Specification::Severity::minor;
    return out;
  }
  campaign::Judgement execute(const FaultSet& /*faults*/, const BudgetCheck& /*check*/) override {
    return {1, 1, {"second(x)"}, {1}};
  }
  std::optional<SearchResult> prepare(const SearchSettings& /*settings*/,
                                      const BudgetCheck& /*check*/) override {
    return std::nullopt;
  }
  std::unique_ptr<search::Strategy> strategy(const SearchSettings& /*settings*/,
                                             const BudgetCheck& /*check*/) override {
    return nullptr;
  }
  std::unique_ptr<campaign::Executor> executor(const BudgetCheck& /*check*/) override {
    return nullptr;
  }

 private:
  Fspec fspec_;
};

/// Expects that only the violation in the failure-free run is known after this search.
void expect_nothing_else_known(const std::function<SearchResult()>& search) {
  Specified subject(script().fspec);
  const Cell cell = campaign::run(subject, {.clock = [] { return 0.0; }, .search = search});
  EXPECT_EQ(cell.verdict, Verdict::inconclusive);
  EXPECT_EQ(cell.reason, "memory");
  std::vector<Verdict> verdicts;
  for (const SpecificationResult& one : cell.specifications) verdicts.push_back(one.verdict);
  EXPECT_THAT(verdicts, ElementsAre(Verdict::inconclusive, Verdict::broken, Verdict::inconclusive));
  ASSERT_EQ(cell.falsifiers.size(), 1U);
  EXPECT_THAT(cell.specifications[1].falsifiers, ElementsAre(0U));
}

TEST(Campaign, CertifiesNothingWithoutASearch) {
  expect_nothing_else_known([]() -> SearchResult { throw BudgetExceeded("memory", "memory"); });
}

// A search counts the failure-free run when it hands out the job. So the search may have no answer
// about this run, which the campaign itself has judged.
TEST(Campaign, KnowsMoreThanASearchThatSawNoAnswer) {
  for (const int executed : {0, 1}) {
    expect_nothing_else_known([executed] {
      SearchResult result;
      result.verdict = Verdict::inconclusive;
      result.reason = "memory";
      result.executed = executed;
      for (int i = 0; i < 3; ++i) result.specifications.push_back({{}, Verdict::inconclusive, {}});
      return result;
    });
  }
}

// test/e2e/test_report.py opens the page that this test writes in a browser.
TEST_F(CampaignTest, ItsResultsAndItsReportSayTheSame) {
  RunRecord record;
  record.version = "0.1.0";
  record.strategy = "exhaustive";
  record.cells = {run()};
  campaign::record(subject_, {}, record.cells[0], {});
  for (const Falsifier& f : std::vector(record.cells[0].falsifiers)) {
    campaign::record(subject_, f.faults, record.cells[0], {});
  }
  const TemporaryFolder folder;
  results::Hdf5Sink(folder.path("x.h5")).write(record);
  const RunRecord back = results::read_run(folder.path("x.h5"));
  ASSERT_EQ(back.cells.size(), 1U);
  EXPECT_EQ(falsifiers(back.cells[0]), falsifiers(record.cells[0]));
  ASSERT_THAT(record.cells[0].traces, SizeIs(1 + record.cells[0].falsifiers.size()));
  EXPECT_EQ(back.cells[0].traces[1].ticks, record.cells[0].traces[1].ticks);
  results::ReportOptions options;
  options.file = "x.h5";
  options.cells = {0};
  options.replay = [](const Cell&, const FaultSet&) { return ""; };
  const std::string page = results::report(back, options);
  EXPECT_THAT(page, HasSubstr("promise(kept)"));
  EXPECT_THAT(page, HasSubstr("O(a,b,1) O(b,a,1)"));
  std::ofstream(std::string(LDFI_BINARY_DIR) + "/test/scripted_subject.html") << page;
}

}  // namespace
}  // namespace ldfi::test
