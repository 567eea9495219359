// Tests that a farm finds the same result as one worker, whatever the network does, and that the
// farm ends, whatever a worker does.
#include "test/sim/farm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/farm/wire/failure.hpp"
#include "test/sim/fakes.hpp"
#include "test/support/faults.hpp"

namespace ldfi::test {
namespace {

using testing::HasSubstr;

std::vector<FaultSet> hidden() {
  const auto o = omissions();
  return {test::fault_set({o[1], o[4]}, {}), test::fault_set({o[0], o[2], o[3]}, {}),
          test::fault_set({o[5], o[1]}, {})};
}

execute::ExecutorFactory honest(std::vector<FaultSet> falsifiers = hidden()) {
  return [falsifiers](const wire::Setup&) { return std::make_unique<FakeExecutor>(falsifiers); };
}

execute::ExecutorFactory meddling(std::function<void(Report&)> meddle) {
  return [meddle](const wire::Setup&) { return std::make_unique<FakeExecutor>(hidden(), meddle); };
}

SearchResult search_with(SimOptions sim, schedule::MasterOptions options = {}) {
  SimFarm farm(sim, options, honest());
  FakeStrategy strategy(omissions(), 4);
  auto result = farm.search({}, strategy);
  EXPECT_TRUE(farm.shut_down());
  return result;
}

template <class E>
std::string error_of(SimOptions sim, schedule::MasterOptions options,
                     execute::ExecutorFactory factory) {
  SimFarm farm(sim, std::move(options), std::move(factory));
  FakeStrategy strategy(omissions(), 4);
  try {
    farm.search({}, strategy);
  } catch (const E& e) {
    EXPECT_TRUE(farm.shut_down());
    return e.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

void expect_equal(const SearchResult& got, const SearchResult& want) {
  EXPECT_EQ(got.verdict, want.verdict);
  EXPECT_EQ(got.executed, want.executed);
  ASSERT_EQ(got.falsifiers.size(), want.falsifiers.size());
  for (std::size_t i = 0; i < got.falsifiers.size(); ++i) {
    EXPECT_EQ(got.falsifiers[i].faults, want.falsifiers[i].faults);
  }
}

TEST(SimFarmTest, EveryScheduleGivesTheAnswerOfOneWorker) {
  const auto want = search_with({.workers = 1, .seed = 0});
  EXPECT_EQ(want.verdict, Verdict::counterexample);
  EXPECT_EQ(want.falsifiers.size(), 3U);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const int workers = 1 + static_cast<int>(seed % 9);
    const int queue = 1 + static_cast<int>(seed % 3);
    expect_equal(search_with({.workers = workers, .seed = seed}, {.jobs_per_worker = queue}), want);
  }
}

TEST(SimFarmTest, OneSeedIsOneRun) {
  const auto elapsed = [](std::uint64_t seed) {
    SimFarm farm({.seed = seed}, {}, honest());
    FakeStrategy strategy(omissions(), 3);
    farm.search({}, strategy);
    return farm.network().now();
  };
  EXPECT_EQ(elapsed(7), elapsed(7));
  EXPECT_NE(elapsed(7), elapsed(8));
}

TEST(SimFarmTest, SearchesFollowOneAnother) {
  SimFarm farm({.workers = 4, .seed = 3}, {.jobs_per_worker = 2}, honest());
  for (int cell = 0; cell < 5; ++cell) {
    FakeStrategy hurried(omissions(), 3);
    hurried.give_up("leftovers");
    farm.search({}, hurried);
    FakeStrategy strategy(omissions(), 3);
    EXPECT_EQ(farm.search({}, strategy).falsifiers.size(), 3U);
  }
  EXPECT_TRUE(farm.shut_down());
}

TEST(SimFarmTest, LeftoversOfASearchDoNotReachTheNext) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SimFarm farm({.workers = 4, .seed = seed}, {.jobs_per_worker = 2, .time_limit_s = 0.3},
                 honest());
    for (int cell = 0; cell < 4; ++cell) {
      FakeStrategy strategy(omissions(), 4);  // fails on a report of an earlier search
      EXPECT_EQ(farm.search({}, strategy).reason, "time");
    }
    EXPECT_TRUE(farm.shut_down());
  }
}

TEST(SimFarmTest, ASilentWorkerEndsTheFarmAtItsDeadline) {
  const std::string text =
      error_of<EnvironmentError>({.silent = {2}}, {.job_deadline_s = 30}, honest());
  EXPECT_THAT(text, testing::ContainsRegex(
                        "rank 2 has been silent for 30 s on job [0-9]+ \\(.*\\): it hangs"));
}

TEST(SimFarmTest, ASlowWorkerMeetsItsDeadline) {
  // Each job takes less time than the deadline, but two jobs in a worker's queue may take more.
  SimOptions sim{.workers = 2, .seed = 5, .max_delay_s = 0.1, .max_job_s = 9};
  const auto want = search_with({.workers = 1, .seed = 0});
  expect_equal(search_with(sim, {.jobs_per_worker = 2, .job_deadline_s = 10}), want);
}

TEST(SimFarmTest, AWorkerNoticesThatTheMasterIsStuck) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SimFarm farm({.workers = 3, .seed = seed, .silence_s = 5, .frozen_at_s = 0.3}, {}, honest());
    FakeStrategy strategy(omissions(), 4);
    try {
      farm.search({}, strategy);
      ADD_FAILURE() << "no error";
    } catch (const execute::MasterSilent& e) {
      EXPECT_THAT(e.what(), testing::StartsWith("rank 0 has been silent for 5 s (its last phase: "
                                                "simulating): it hangs, or its machine is gone"));
      EXPECT_THAT(e.what(), testing::EndsWith("resume"));
      EXPECT_GE(farm.network().now(), 5.0);
      EXPECT_LT(farm.network().now(), 10.0);
    }
  }
}

TEST(SimFarmTest, AMasterThatThinksForLongIsNotStuck) {
  const auto want = search_with({.workers = 1, .seed = 0});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_equal(search_with({.workers = 3, .seed = seed, .silence_s = 2, .thinking_s = 60}), want);
  }
}

// Slurm may suspend a job and all its ranks, and resume them hours later.
TEST(SimFarmTest, NobodyIsStuckAfterASuspension) {
  SimFarm* all = nullptr;
  SimFarm farm({.workers = 3, .seed = 8, .silence_s = 5}, {.job_deadline_s = 5},
               meddling([&](Report& r) {
                 if (r.job % 10 == 0) all->network().advance(900);
               }));
  all = &farm;
  FakeStrategy strategy(omissions(), 4);
  EXPECT_EQ(farm.search({}, strategy).falsifiers.size(), 3U);
  EXPECT_GT(farm.network().now(), 3600.0);
  EXPECT_TRUE(farm.shut_down());
}

TEST(SimFarmTest, AFailureEndsTheFarmWithItsTextAndRank) {
  const auto failing = meddling([](Report& r) {
    if (r.job > 20) throw EnvironmentError("disk full");
  });
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SimFarm farm({.seed = seed}, {.jobs_per_worker = 2}, failing);
    FakeStrategy strategy(omissions(), 4);
    try {
      farm.search({}, strategy);
      ADD_FAILURE() << "no error";
    } catch (const wire::RemoteFailure& e) {
      EXPECT_EQ(e.status(), ExitStatus::environment);
      EXPECT_THAT(e.what(), testing::MatchesRegex("rank [123]: disk full"));
    }
    EXPECT_TRUE(farm.shut_down());
  }
}

TEST(SimFarmTest, AWorkerOutOfBudgetMakesTheSearchInconclusive) {
  SimFarm farm({}, {}, meddling([](Report&) { throw BudgetExceeded("facts", "many facts"); }));
  FakeStrategy strategy(omissions(), 4);
  const auto result = farm.search({}, strategy);
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_THAT(result.reason, HasSubstr("many facts"));
  EXPECT_TRUE(farm.shut_down());
}

TEST(SimFarmTest, BudgetsEndTheSearch) {
  EXPECT_EQ(search_with({}, {.time_limit_s = 1}).reason, "time");
  const auto few = search_with({}, {.max_runs = 10});
  EXPECT_EQ(few.reason, "runs");
  EXPECT_EQ(few.executed, 10);
  EXPECT_EQ(search_with({}, {.max_runs = 100'000}).reason, "");
  int asked = 0;
  schedule::MasterOptions memory;
  memory.exhausted = [&]() -> std::optional<std::string> {
    if (++asked < 3) return std::nullopt;
    return "memory";
  };
  EXPECT_EQ(search_with({}, memory).reason, "memory");
}

TEST(SimFarmTest, ARequestToStopEndsTheFarm) {
  schedule::MasterOptions options;
  int asked = 0;
  options.stop_requested = [&]() -> std::optional<std::string> {
    if (++asked < 30) return std::nullopt;
    return "SIGUSR1";
  };
  EXPECT_EQ(error_of<wire::StopRequested>({.workers = 3}, options, honest()), "stopped on SIGUSR1");
}

TEST(SimFarmTest, AWorkersRequestToStopEndsTheFarm) {
  SimFarm farm({.workers = 2}, {}, honest());
  execute::WorkerMachine asked(farm.network().endpoint(2), honest());
  asked.request_stop("SIGTERM");
  FakeStrategy strategy(omissions(), 4);
  try {
    farm.search({}, strategy);
    ADD_FAILURE() << "no error";
  } catch (const wire::RemoteFailure& e) {
    EXPECT_EQ(e.status(), ExitStatus::stopped);
    EXPECT_STREQ(e.what(), "rank 2: stopped on SIGTERM");
  }
  EXPECT_TRUE(farm.shut_down());
}

TEST(SimFarmTest, ReportsProgressAtMostOnceASecond) {
  std::vector<schedule::Progress> seen;
  schedule::MasterOptions options;
  options.reporter = [&](const schedule::Progress& p) { seen.push_back(p); };
  search_with({.workers = 2, .seed = 9}, options);
  ASSERT_GE(seen.size(), 2U);
  for (std::size_t i = 1; i < seen.size(); ++i) {
    EXPECT_GE(seen[i].elapsed_s - seen[i - 1].elapsed_s, 1.0);
    EXPECT_GE(seen[i].executed, seen[i - 1].executed);
  }
  EXPECT_EQ(seen[0].workers, 2);
}

TEST(SimFarmTest, NoticesAnAnswerNobodyAskedFor) {
  SimFarm farm({.workers = 2}, {}, honest());
  farm.network().endpoint(2).send(0, wire::encode(Report{}));
  FakeStrategy strategy(omissions(), 4);
  EXPECT_THROW(farm.search({}, strategy), InternalError);
  EXPECT_TRUE(farm.shut_down());
}

TEST(SimFarmTest, NoticesADuplicateAnswer) {
  SimNetwork* net = nullptr;
  SimFarm farm({.workers = 1}, {}, meddling([&](Report& r) {
                 net->endpoint(1).send(0, wire::encode(r));  // the worker sends the same report
                                                             // twice
               }));
  net = &farm.network();
  FakeStrategy strategy(omissions(), 4);
  try {
    farm.search({}, strategy);
    ADD_FAILURE() << "no error";
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), HasSubstr("rank 1 answered job 1, which"));
  }
}

TEST(SimFarmTest, NoticesAnotherUniverse) {
  const std::string text = error_of<InternalError>({}, {}, meddling([](Report& r) {
                                                     if (r.job == 15) r.fingerprint = 1;
                                                   }));
  EXPECT_THAT(text, HasSubstr("another universe"));
  EXPECT_THAT(text, HasSubstr("rank "));
}

TEST(SimFarmTest, NoticesDamage) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SimFarm farm({.workers = 2, .seed = seed}, {}, honest());
    farm.network().damage_next(2, 0);
    FakeStrategy strategy(omissions(), 4);
    try {
      farm.search({}, strategy);
      ADD_FAILURE() << "no error";
    } catch (const EnvironmentError& e) {
      EXPECT_THAT(e.what(), HasSubstr("from rank 2"));
    }
  }
}

TEST(SimFarmTest, NoticesDamageOnTheWayToAWorker) {
  SimFarm farm({.workers = 2, .seed = 4}, {}, honest());
  farm.network().damage_next(0, 1);
  FakeStrategy strategy(omissions(), 4);
  try {
    farm.search({}, strategy);
    ADD_FAILURE() << "no error";
  } catch (const wire::RemoteFailure& e) {
    EXPECT_EQ(e.status(), ExitStatus::environment);
    EXPECT_THAT(e.what(), HasSubstr("rank 1: a damaged message"));
  }
  EXPECT_TRUE(farm.shut_down());
}

}  // namespace
}  // namespace ldfi::test
