// Tests the search of a real system on a simulated farm, with any number of workers that answer in
// any order.
#include "test/sim/systems/systems_farm.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "common/base/errors.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "test/sim/systems/answers.hpp"
#include "test/support/rounds.hpp"

namespace ldfi::app {
namespace {

using systems::FaultSet;
using test::Answers;
using test::SimFarm;
using test::TableExecutor;
using test::TableSystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(SystemsFarm, AnyNumberOfWorkersComesToTheAnswerOfBruteForce) {
  std::size_t wasted = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::rounds(24)); ++seed) {
    const TableSystem system = TableSystem::random(seed);
    if (seed % 2 == 0) level_ = ProofLevel::state;
    for (const auto stop : {Stop::first, Stop::all}) {
      const Found want = expected(system, stop);
      level_ = level_ == ProofLevel::exact ? ProofLevel::state : ProofLevel::exact;
      for (const int workers : {1, 2, 3, 8}) {
        const Found got = search(system, {.workers = workers, .seed = seed}, stop);
        EXPECT_EQ(got, want) << "seed " << seed << ", workers " << workers;
        EXPECT_THAT(got.differences, IsEmpty());
        if (workers == 1) {
          EXPECT_EQ(got.wasted, 0U) << "seed " << seed;
        }
        wasted += got.wasted;
      }
    }
  }
  EXPECT_GT(wasted, 0U);  // some executions were begun early and not needed
}

TEST_F(SystemsFarm, CountsWhatWasNotNeeded) {
  double_runs_ = 0;
  const TableSystem system = two_messages();
  std::map<ProofLevel, std::size_t> most;
  for (const ProofLevel level : {ProofLevel::exact, ProofLevel::state}) {
    level_ = level;
    const Found one = search(system, {.workers = 1}, Stop::first);
    EXPECT_EQ(one.falsifiers, std::vector<std::string>{"O(n0,n1,a#0)"});
    EXPECT_EQ(std::tuple(one.executions, one.wasted), std::tuple(2U, 0U));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Found two = search(system, {.workers = 2, .seed = seed}, Stop::first);
      EXPECT_EQ(two.falsifiers, one.falsifiers);
      EXPECT_EQ(two.executions - two.wasted, 2U);
      most[level] = std::max(most[level], two.wasted);
    }
  }
  EXPECT_EQ(most[ProofLevel::state], 2U);  // not needed: the loss of b alone, and the loss of both
  EXPECT_EQ(most[ProofLevel::exact], 1U);  // the loss of both is not tried before the result for a
                                           // is known
}

TEST_F(SystemsFarm, WhatIsShownIsRepeatedInNewProcesses) {
  std::vector<DriveJob> fresh;
  const auto note = [&fresh](const DriveJob& job, Report&) {
    if (job.way != DriveWay::planned) fresh.push_back(job);
  };
  search(two_messages(), {.workers = 1}, Stop::all, note);
  std::map<std::string, DriveWay> ways;
  for (const auto& job : fresh) ways[systems::to_text(job.what.faults)] = job.way;
  EXPECT_EQ(ways, (std::map<std::string, DriveWay>{{"none", DriveWay::slow},
                                                   {"O(n0,n1,a#0)", DriveWay::fresh}}));
}

/// Returns the faults of the jobs in order, each with a word for the processes that execute the
/// job.
std::vector<std::string> ways_of(const std::vector<DriveJob>& jobs) {
  std::vector<std::string> out;
  for (const auto& job : jobs) {
    const char* const way = job.way == DriveWay::planned ? "" : job.again > 1 ? "again " : "new ";
    out.push_back(fmt::format("{}{}", way, fmt::join(systems::to_texts(job.what.faults), " ")));
  }
  return out;
}

TEST_F(SystemsFarm, RepeatsTheFirstTwoAndASampleAtOnce) {
  TableSystem system = TableSystem::random(1);
  system.messages.clear();
  for (int i = 0; i < 3; ++i) system.messages.push_back({{"n0", "n1", fmt::format("m{}", i), 0}});
  system.patterns.clear();
  std::vector<DriveJob> jobs;
  const auto note = [&jobs](const DriveJob& job, Report&) { jobs.push_back(job); };
  const auto repeated = [&](std::uint64_t millionths) {
    jobs.clear();
    double_runs_ = millionths;
    const Found got = search(system, {.workers = 1}, Stop::all, note);
    EXPECT_EQ(got.verdict, "certified");
    EXPECT_EQ(got.executions, 8U);
    std::vector<std::size_t> out;
    std::size_t before = 0;
    const std::vector<std::string> all = ways_of(jobs);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].starts_with("again ")) {
        ++before;
        continue;
      }
      EXPECT_EQ(all[i], "again " + all[i - 1]) << "at once";
      out.push_back(before - 1);
    }
    EXPECT_EQ(got.double_runs, out.size());
    return out;
  };
  using Some = std::vector<std::size_t>;
  EXPECT_EQ(repeated(0), Some());
  EXPECT_EQ(repeated(1), (Some{0, 1}));
  EXPECT_EQ(repeated(250'000), (Some{0, 1, 4}));
  EXPECT_EQ(repeated(300'000), (Some{0, 1, 4, 7}));
  EXPECT_EQ(repeated(1'000'000), (Some{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(SystemsFarm, CounterexamplesAreRepeatedWhateverTheSample) {
  double_runs_ = 0;
  std::vector<DriveJob> jobs;
  const auto note = [&jobs](const DriveJob& job, Report&) { jobs.push_back(job); };
  search(two_messages(), {.workers = 1}, Stop::first, note);
  EXPECT_EQ(ways_of(jobs), (std::vector<std::string>{"", "O(n0,n1,a#0)", "again O(n0,n1,a#0)"}));
}

/// Reused processes (DriveWay::planned) report no failure, as if a reset had not removed their old
/// state.
TEST_F(SystemsFarm, WhatAResetHidesIsFoundInNewProcesses) {
  TableSystem system = two_messages();
  std::vector<DriveJob> jobs;
  const auto leak = [&jobs](const DriveJob& job, Report& report) {
    jobs.push_back(job);
    if (job.way != DriveWay::planned) return;
    std::string& text = std::get<DriveReport>(report.result).recording;
    text = text.substr(0, text.find("{\"e\": \"verdict\"")) +
           "{\"e\": \"verdict\", \"result\": \"pass\"}\n";
  };
  for (const auto start : {systems::Start::reset, systems::Start::fork}) {
    system.plan.start = start;
    jobs.clear();
    const Found got = search(system, {.workers = 1}, Stop::all, leak);
    EXPECT_EQ(got.falsifiers, std::vector<std::string>{"O(n0,n1,a#0) (not minimal)"});
    EXPECT_THAT(got.differences, SizeIs(1));
    EXPECT_THAT(got.differences[0], HasSubstr("from now on each execution has new processes"));
    EXPECT_EQ(ways_of(jobs), (std::vector<std::string>{"", "again ", "O(n0,n1,a#0)",
                                                       "again O(n0,n1,a#0)", "new O(n0,n2,b#0)"}));
    double_runs_ = 0;
    jobs.clear();
    EXPECT_EQ(search(system, {.workers = 1}, Stop::all, leak).verdict, "certified");
    EXPECT_EQ(ways_of(jobs).size(), 4U);
    double_runs_ = 50'000;
  }
  system.plan.start = systems::Start::fresh;  // now the first execution has new processes, too, so
                                              // it is not replaced by its repetition
  jobs.clear();
  const Found got = search(system, {.workers = 1}, Stop::all, leak);
  EXPECT_EQ(got.verdict, "inconclusive");
  EXPECT_EQ(ways_of(jobs).back(), "O(n0,n1,a#0) O(n0,n2,b#0)");
}

TEST_F(SystemsFarm, AFailureThatDoesNotRecurIsNone) {
  const auto once = [](const DriveJob& job, Report& report) {
    if (job.way != DriveWay::fresh) return;
    std::string& text = std::get<DriveReport>(report.result).recording;
    text = text.substr(0, text.find("{\"e\": \"verdict\"")) +
           "{\"e\": \"verdict\", \"result\": \"pass\"}\n";
  };
  const Found got = search(two_messages(), {.workers = 2}, Stop::all, once);
  EXPECT_THAT(got.falsifiers, IsEmpty());
  EXPECT_EQ(got.verdict, "inconclusive");
  EXPECT_THAT(got.differences, SizeIs(1));
}

TEST_F(SystemsFarm, WhatIsInvalidIsTriedAgainInNewProcesses) {
  const auto invalid = [](const DriveJob& job, Report& report) {
    if (job.way != DriveWay::planned || job.what.faults.empty()) return;
    std::string& text = std::get<DriveReport>(report.result).recording;
    text = text.substr(0, text.find('\n') + 1) + "{\"e\": \"verdict\", \"result\": \"invalid\"}\n";
  };
  for (const int workers : {1, 3}) {
    const Found got = search(two_messages(), {.workers = workers}, Stop::all, invalid);
    EXPECT_EQ(got, expected(two_messages(), Stop::all));
  }
}

// An invalid execution proves nothing about other fault sets, at both levels of proof.
TEST_F(SystemsFarm, WhatIsInvalidIsLeftOutAlone) {
  double_runs_ = 0;
  TableSystem system = two_messages();
  system.patterns.clear();
  const auto invalid = [](const DriveJob& job, Report& report) {
    if (systems::to_text(job.what.faults) != "O(n0,n2,b#0)") return;
    std::string& text = std::get<DriveReport>(report.result).recording;
    text = text.substr(0, text.find('\n') + 1) + "{\"e\": \"verdict\", \"result\": \"invalid\"}\n";
  };
  for (const ProofLevel level : {ProofLevel::exact, ProofLevel::state}) {
    level_ = level;
    const Found got = search(system, {.workers = 1}, Stop::all, invalid);
    EXPECT_EQ(std::tuple(got.verdict, got.executions), std::tuple("inconclusive", 4U));
  }
}

TEST_F(SystemsFarm, AnotherFingerprintEndsTheFarm) {
  const auto lie = [](const DriveJob& job, Report& report) {
    if (!job.what.faults.empty()) ++report.fingerprint;
  };
  EXPECT_THROW(search(two_messages(), {.workers = 2}, Stop::all, lie), InternalError);
}

TEST_F(SystemsFarm, AnAnswerOfAnotherKindEndsTheFarm) {
  const auto lie = [](const DriveJob&, Report& report) { report.result = ExecuteReport{}; };
  EXPECT_THROW(search(two_messages(), {.workers = 2}, Stop::all, lie), InternalError);
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "no error";
}

TEST_F(SystemsFarm, WhoHangsIsNamed) {
  deadline_s_ = 5;
  EXPECT_THAT(error_of([&] {
                search(two_messages(), {.workers = 2, .silent = {1, 2}}, Stop::all);
              }),
              HasSubstr("has been silent for 5 s on job 1 (the fault set 'none')"));
}

TEST_F(SystemsFarm, WhoDiesIsNamed) {
  const auto die = [](const DriveJob& job, Report&) {
    if (!job.what.faults.empty()) throw EnvironmentError("fork: no more processes");
  };
  EXPECT_THAT(error_of([&] { search(two_messages(), {.workers = 2}, Stop::all, die); }),
              HasSubstr(": fork: no more processes"));
}

TEST_F(SystemsFarm, AnAnswerIsKeptBeforeItIsUsed) {
  Answers answers;
  double_runs_ = 0;
  answers.fails_at = 2;
  memory_ = &answers;
  EXPECT_EQ(error_of([&] { search(two_messages(), {.workers = 1}, Stop::all); }),
            "the disk is full");
  EXPECT_EQ(executed_, 2U);  // the strategy did not get the answer that could not be kept
}

TEST_F(SystemsFarm, GoesOnWhereverItWasCut) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::rounds(4)); ++seed) {
    const TableSystem system = TableSystem::random(seed);
    const Found want = expected(system, Stop::all);
    for (std::size_t cut = 0; cut < 8; ++cut) {
      Answers answers;
      memory_ = &answers;
      answers.fails_at = cut;
      try {
        search(system, {.workers = 3, .seed = seed}, Stop::all);
      } catch (const EnvironmentError&) {
      }
      answers.fails_at.reset();
      const std::size_t before = answers.size();
      std::size_t executed = 0;
      const auto count = [&executed](const DriveJob&, Report&) { ++executed; };
      for (const int workers : {2, 5}) {
        EXPECT_EQ(search(system, {.workers = workers, .seed = seed}, Stop::all, count), want)
            << "seed " << seed << ", cut after " << cut;
      }
      EXPECT_GE(answers.size(), before);
      EXPECT_GE(executed + before, answers.size());
      executed = 0;
      search(system, {.workers = 1}, Stop::all, count);
      EXPECT_EQ(executed, 0U) << "all of it was known";
    }
  }
}

TEST_F(SystemsFarm, EndsWhenItIsOutOfRuns) {
  const TableSystem system = two_messages();
  search::SystemSettings settings;
  settings.all = true;
  for (const std::uint64_t most : {1U, 2U, 4U}) {
    settings.max_runs = most;
    search::SystemStrategy one(system.plan, settings,
                               [](const std::string&, const std::string&) {});
    SimFarm farm({.workers = 3}, {}, [&](const wire::Setup&) {
      return std::make_unique<TableExecutor>(system, test::ReportChange());
    });
    farm.search(wire::Setup{}, one);
    EXPECT_LE(one.executions(), most);
    EXPECT_EQ(one.reason(), most < 4 ? "runs" : "") << most;
    farm.shut_down();
  }
}

}  // namespace
}  // namespace ldfi::app
