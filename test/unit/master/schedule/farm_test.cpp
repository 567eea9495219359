#include "master/schedule/farm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/farm/wire/loopback.hpp"

namespace ldfi::schedule {
namespace {

struct CountingStrategy : search::Strategy {
  decltype(Job::work) work;
  std::uint64_t wanted = 5;
  std::uint64_t given = 0;
  std::uint64_t taken = 0;
  std::string reason;
  std::optional<Job> next_job() override {
    if (given == wanted) return std::nullopt;
    return Job{++given, work};
  }
  void accept(const Report&) override { ++taken; }
  [[nodiscard]] bool finished() const override { return taken == wanted || !reason.empty(); }
  void give_up(const std::string& why) override { reason = why; }
  [[nodiscard]] SearchResult result() const override {
    SearchResult r;
    r.executed = taken;
    r.reason = reason;
    return r;
  }
};

struct FarmTest : testing::Test {
  wire::LoopbackHub hub{2};
  CountingStrategy strategy;
  MasterOptions options;
  bool stopped = false;

  FarmTest() {
    options.clock = [] { return 0.0; };
  }
  // Does what a local worker does: receives a message and reports on each job, but executes
  // nothing.
  bool work() {
    auto envelope = hub.endpoint(1).receive();
    if (!envelope) return false;
    const auto message = wire::decode(envelope->bytes);
    if (std::holds_alternative<wire::Stop>(message)) stopped = true;
    if (const auto* job = std::get_if<Job>(&message)) {
      hub.endpoint(1).send(0, wire::encode(Report{job->id, 1, 1, ExecuteReport{}}));
    }
    return true;
  }
};

TEST_F(FarmTest, AloneItWorksItself) {
  const auto result = run_farm(hub.endpoint(0), options, {}, strategy, [this] { return work(); });
  EXPECT_EQ(result.executed, 5);
  while (work()) {
  }
  EXPECT_TRUE(stopped);
}

TEST_F(FarmTest, KnowsTheFingerprintItExpects) {
  EXPECT_THROW(run_farm(
                   hub.endpoint(0), options, {}, strategy, [this] { return work(); }, 2),
               InternalError);
  while (work()) {
  }
  EXPECT_TRUE(stopped);
}

TEST_F(FarmTest, StopsWorkersWhenItIsLeftBehind) {
  { Farm farm(hub.endpoint(0), options); }
  while (work()) {
  }
  EXPECT_TRUE(stopped);
}

TEST_F(FarmTest, AStrategyThatIsStuckIsABug) {
  strategy.given = 5;
  EXPECT_THROW(run_farm(hub.endpoint(0), options, {}, strategy, [this] { return work(); }),
               InternalError);
}

TEST_F(FarmTest, ASignOfLifeMovesTheDeadlineAndSilenceIsNamed) {
  double now = 0;
  options.clock = [&now] { return now; };
  options.job_deadline_s = 10;
  Master master(hub.endpoint(0), options);
  wire::Setup setup;
  setup.fspec = {3, 1, 0, {"a", "b"}, EffMode::inclusive, CrashModel::silent};
  master.begin(setup, strategy);
  master.step();
  for (int i = 1; i <= 24; ++i) {
    now += 1;
    if (i % 8 == 0) hub.endpoint(1).send(0, wire::encode(wire::WorkerHeartbeat{}));
    EXPECT_EQ(master.step(), i % 8 == 0 ? StepResult::busy : StepResult::idle);
  }
  try {
    for (int i = 0; i < 12; ++i) {
      now += 1;
      master.step();
    }
    FAIL();
  } catch (const EnvironmentError& e) {
    EXPECT_STREQ(e.what(),
                 "rank 1 has been silent for 10 s on job 1 (the fault set 'none'): it hangs, or "
                 "its machine is gone");
  }
}

TEST_F(FarmTest, AJobOfAMinimisationIsNamed) {
  SearchJob cell{};
  cell.eot = 6;
  cell.eff = 3;
  cell.crashes = 1;
  SearchJob smaller = cell;
  smaller.smaller = true;
  smaller.without = {0, 2};
  const systems::Deliveries one{{{"n0", "n1", "a", 0}}};
  const std::vector<std::pair<decltype(Job::work), std::string>> names{
      {smaller, "(the search <6,3,1> of the minimisation, without 2 external events):"},
      {cell, "(the cell <6,3,1>):"},
      {DriveJob{{{}, one}}, "(the fault set 'none' with 1 delivery only):"},
      {DriveJob{}, "(the fault set 'none'):"}};
  for (const auto& [work, name] : names) {
    double now = 0;
    options.clock = [&now] { return now; };
    options.job_deadline_s = 10;
    Master master(hub.endpoint(0), options);
    CountingStrategy searching;
    searching.work = work;
    master.begin({}, searching);
    std::string error;
    try {
      for (; now < 20; ++now) master.step();
    } catch (const EnvironmentError& e) {
      error = e.what();
    }
    EXPECT_THAT(error, testing::HasSubstr("on job 1 " + name));
  }
}

/// Counts the reports that are written to the journal.
struct CountingMemory : Memory {
  std::uint64_t kept = 0;
  void begin(const wire::Setup&) override {}
  std::optional<Report> recall(const Job&) override { return std::nullopt; }
  void keep(const Job&, const wire::Bytes&) override { ++kept; }
};

TEST_F(FarmTest, KeepsAnAnswerBeforeTheStrategyKnowsIt) {
  struct Watching : CountingStrategy {
    const CountingMemory* memory = nullptr;
    std::vector<std::uint64_t> kept_before;
    void accept(const Report& report) override {
      kept_before.push_back(memory->kept);
      CountingStrategy::accept(report);
    }
  };
  CountingMemory memory;
  Watching watching;
  watching.memory = &memory;
  options.memory = &memory;
  run_farm(hub.endpoint(0), options, {}, watching, [this] { return work(); });
  EXPECT_EQ(watching.kept_before, (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
}

TEST_F(FarmTest, EveryWorkerHasAJobBeforeAnybodyHasTwo) {
  wire::LoopbackHub many(4);
  options.jobs_per_worker = 2;
  Master master(many.endpoint(0), options);
  strategy.wanted = 7;
  master.begin({}, strategy);
  master.step();
  for (int rank = 1; rank <= 3; ++rank) {
    std::vector<std::uint64_t> jobs;
    while (const auto envelope = many.endpoint(rank).receive()) {
      const auto message = wire::decode(envelope->bytes);
      if (const auto* job = std::get_if<Job>(&message)) jobs.push_back(job->id);
    }
    ASSERT_EQ(jobs.size(), 2U) << "rank " << rank;
    EXPECT_LE(jobs[0], 3U);
    EXPECT_GE(jobs[1], 4U);
  }
}

TEST_F(FarmTest, NeedsAClockAndWorkers) {
  wire::LoopbackHub alone(1);
  EXPECT_THROW(Farm(alone.endpoint(0), options), InternalError);
  EXPECT_THROW(Farm(hub.endpoint(1), options), InternalError);
  options.clock = nullptr;
  EXPECT_THROW(Farm(hub.endpoint(0), options), InternalError);
}

}  // namespace
}  // namespace ldfi::schedule
