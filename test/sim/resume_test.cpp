// Tests runs that end after any number of answers in the memory and are resumed with any number of
// workers. They must find the result of an uninterrupted run, and execute no job again whose answer
// was kept.
#include <gtest/gtest.h>

#include <map>

#include "common/base/errors.hpp"
#include "common/farm/wire/loopback.hpp"
#include "test/sim/fakes.hpp"
#include "test/sim/farm.hpp"
#include "test/support/faults.hpp"

namespace ldfi::test {
namespace {

struct Death {};

/// Stands for the journal, without a file. Throws Death after `lives` more answers were kept.
class FakeMemory : public schedule::Memory {
 public:
  void begin(const wire::Setup& /*setup*/) override {}
  std::optional<Report> recall(const Job& job) override {
    const auto it = kept_.find(work_of(job));
    if (it == kept_.end()) return std::nullopt;
    return std::get<Report>(wire::decode(it->second));
  }
  void keep(const Job& job, const wire::Bytes& report) override {
    EXPECT_TRUE(kept_.emplace(work_of(job), report).second) << "executed twice";
    if (lives-- == 0) throw Death();
  }
  [[nodiscard]] std::size_t size() const { return kept_.size(); }

  int lives = -1;

 private:
  static wire::Bytes work_of(const Job& job) { return wire::encode(Job{0, job.work}); }
  std::map<wire::Bytes, wire::Bytes> kept_;
};

execute::ExecutorFactory executors() {
  const auto o = omissions();
  const std::vector<FaultSet> hidden{test::fault_set({o[1], o[4]}, {}),
                                     test::fault_set({o[0], o[2], o[3]}, {})};
  return [hidden](const wire::Setup&) { return std::make_unique<FakeExecutor>(hidden); };
}

/// Runs one session. Returns nullopt if the memory ended it with Death.
std::optional<SearchResult> run_session(FakeMemory& memory, int workers, std::uint64_t seed) {
  schedule::MasterOptions options{.jobs_per_worker = 1 + static_cast<int>(seed % 2)};
  options.memory = &memory;
  SimFarm farm({.workers = workers, .seed = seed}, options, executors());
  FakeStrategy strategy(omissions(), 3);
  try {
    return farm.search({}, strategy);
  } catch (const Death&) {
    return std::nullopt;
  }
}

void expect_same_work(const SearchResult& got, const SearchResult& want) {
  EXPECT_EQ(got.executed, want.executed);
  ASSERT_EQ(got.falsifiers.size(), want.falsifiers.size());
  for (std::size_t i = 0; i < got.falsifiers.size(); ++i) {
    EXPECT_EQ(got.falsifiers[i].faults, want.falsifiers[i].faults);
  }
}

TEST(SimResumeTest, DiesAnywhereAndGoesOn) {
  FakeMemory whole;
  const auto want = run_session(whole, 1, 0);
  ASSERT_TRUE(want);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    FakeMemory memory;
    std::optional<SearchResult> got;
    for (std::uint64_t session = 0; !got; ++session) {
      ASSERT_LT(session, 1000U);
      memory.lives = static_cast<int>((seed * 7 + session * 5) % 13);
      got = run_session(memory, 1 + static_cast<int>((seed + session * 3) % 7), seed + session);
    }
    expect_same_work(*got, *want);
    EXPECT_EQ(memory.size(), whole.size());
  }
}

TEST(SimResumeTest, AFinishedRunNeedsNoWorker) {
  FakeMemory memory;
  const auto want = run_session(memory, 3, 5);
  schedule::MasterOptions options;
  options.memory = &memory;
  SimFarm farm({.workers = 2, .silent = {1, 2}, .give_up_after_s = 60}, options, executors());
  FakeStrategy strategy(omissions(), 3);
  expect_same_work(farm.search({}, strategy), *want);
  EXPECT_EQ(farm.master().progress().jobs_sent, 0U);
  EXPECT_EQ(farm.master().progress().recalled, memory.size());
}

TEST(SimResumeTest, WhatIsOnlyToBeRecalledAsksNobody) {
  FakeMemory memory;
  memory.lives = 20;
  ASSERT_FALSE(run_session(memory, 3, 4));
  const auto held = memory.size();
  schedule::MasterOptions options{.memory = &memory, .recall_only = true};
  SimFarm farm({.workers = 2, .silent = {1, 2}, .give_up_after_s = 60}, options, executors());
  FakeStrategy strategy(omissions(), 3);
  const auto result = farm.search({}, strategy);
  EXPECT_EQ(result.reason, "not in the journal");
  EXPECT_EQ(result.executed, held);
  EXPECT_EQ(memory.size(), held);
  EXPECT_EQ(farm.master().progress().jobs_sent, 0U);
}

TEST(SimResumeTest, RecalledExecutionsCountInTheBudget) {
  FakeMemory memory;
  memory.lives = 5;
  ASSERT_FALSE(run_session(memory, 2, 1));
  schedule::MasterOptions options{.max_runs = 10};
  options.memory = &memory;
  SimFarm farm({.workers = 2}, options, executors());
  FakeStrategy strategy(omissions(), 3);
  const auto result = farm.search({}, strategy);
  EXPECT_EQ(result.reason, "runs");
  EXPECT_EQ(result.executed, 10);
}

TEST(SimResumeTest, AnswersOfAnotherBuildAreRefused) {
  FakeMemory memory;
  ASSERT_TRUE(run_session(memory, 2, 1));
  schedule::MasterOptions options;
  options.memory = &memory;
  options.clock = [] { return 0.0; };
  wire::LoopbackHub hub(2);
  schedule::Master master(hub.endpoint(0), options);
  FakeStrategy strategy(omissions(), 3);
  master.begin({}, strategy, fake_fingerprint + 1);
  EXPECT_THROW(master.step(), UsageError);
}

}  // namespace
}  // namespace ldfi::test
