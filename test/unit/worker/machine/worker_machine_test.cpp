#include "worker/machine/worker_machine.hpp"

#include <gtest/gtest.h>

#include <new>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/farm/wire/loopback.hpp"

namespace ldfi::execute {
namespace {

using wire::decode;
using wire::encode;

struct FakeExecutor : campaign::Executor {
  std::function<void()> before;
  int signs = 0;
  Report execute(const Job& job) override {
    if (before) before();
    for (int i = 0; i < signs; ++i) say_alive();
    return {job.id, 7, 1, ExecuteReport{}};
  }
};

struct WorkerMachineTest : testing::Test {
  wire::LoopbackHub hub{2};
  wire::Transport& master = hub.endpoint(0);
  int built = 0;
  std::function<void()> before;
  WorkerMachine machine{hub.endpoint(1),
                        [this](const wire::Setup&) {
                          ++built;
                          auto executor = std::make_unique<FakeExecutor>();
                          executor->before = before;
                          executor->signs = signs;
                          return executor;
                        },
                        nullptr, [this] { return now += tick; }};
  int signs = 0;
  double now = 0;
  double tick = 0;

  void tell(const wire::Message& message) { master.send(1, encode(message)); }
  wire::Message heard() {
    auto envelope = master.receive();
    if (!envelope) throw std::runtime_error("the worker said nothing");
    return decode(envelope->bytes);
  }
  wire::Failure failure_after(std::function<void()> action) {
    before = std::move(action);
    tell(wire::Setup{});
    tell(Job{1, ExecuteJob{}});
    EXPECT_EQ(machine.step(), StepResult::busy);
    EXPECT_EQ(machine.step(), StepResult::busy);
    return std::get<wire::Failure>(heard());
  }
};

TEST_F(WorkerMachineTest, AnswersJobsUntilStop) {
  EXPECT_EQ(machine.step(), StepResult::idle);
  tell(wire::Setup{});
  tell(Job{5, ExecuteJob{}});
  tell(Job{6, ExecuteJob{}});
  tell(wire::Stop{});
  EXPECT_EQ(machine.step(), StepResult::busy);
  EXPECT_EQ(built, 0);  // no executor is built before there is a job
  EXPECT_EQ(machine.step(), StepResult::busy);
  EXPECT_EQ(machine.step(), StepResult::busy);
  EXPECT_EQ(machine.step(), StepResult::finished);
  EXPECT_EQ(built, 1);
  EXPECT_EQ(std::get<Report>(heard()).job, 5U);
  EXPECT_EQ(std::get<Report>(heard()).job, 6U);
}

TEST_F(WorkerMachineTest, ALongJobShowsSignsOfLifeAndLooksForTheMasters) {
  tick = 0.5;
  signs = 6;
  tell(wire::MasterHeartbeat{600'000, "searching", ""});
  tell(wire::Setup{});
  tell(Job{1, ExecuteJob{}});
  for (int i = 0; i < 2; ++i) machine.step();
  for (int i = 0; i < 3; ++i) tell(wire::MasterHeartbeat{600'000, "searching", ""});
  tell(Job{2, ExecuteJob{}});
  tell(wire::Stop{});
  EXPECT_EQ(machine.step(), StepResult::busy);
  std::size_t alive = 0;
  auto message = heard();
  for (; std::holds_alternative<wire::WorkerHeartbeat>(message); message = heard()) ++alive;
  EXPECT_GE(alive, 1U);
  EXPECT_EQ(std::get<Report>(message).job, 1U);
  EXPECT_EQ(machine.step(), StepResult::busy);
  while (std::holds_alternative<wire::WorkerHeartbeat>(message = heard())) {
  }
  EXPECT_EQ(std::get<Report>(message).job, 2U);
  EXPECT_EQ(machine.step(), StepResult::finished);
}

TEST_F(WorkerMachineTest, ASilentMasterEndsALongJob) {
  tick = 0.5;
  signs = 100;
  tell(wire::MasterHeartbeat{10'000, "searching", ""});
  tell(wire::Setup{});
  tell(Job{1, ExecuteJob{}});
  for (int i = 0; i < 2; ++i) machine.step();
  EXPECT_THROW(machine.step(), MasterSilent);
}

TEST_F(WorkerMachineTest, AnotherSetupBeginsAnew) {
  for (int i = 0; i < 2; ++i) {
    tell(wire::Setup{});
    tell(Job{1, ExecuteJob{}});
  }
  while (machine.step() == StepResult::busy) {
  }
  EXPECT_EQ(built, 2);
}

TEST_F(WorkerMachineTest, MapsExceptionsToStatuses) {
  EXPECT_EQ(failure_after([] { throw EnvironmentError("disk"); }).status, 74);
  EXPECT_EQ(failure_after([] { throw std::bad_alloc(); }).status, 74);
  EXPECT_EQ(failure_after([] { throw InternalError("bug"); }).status, 70);
  EXPECT_EQ(failure_after([] { throw BudgetExceeded("facts", "many"); }).status, 2);
  EXPECT_EQ(failure_after([] { throw InputError(Diagnostic{}); }).status, 65);
  EXPECT_EQ(failure_after([] { throw 3; }).status, 70);
  EXPECT_EQ(failure_after([] { throw EnvironmentError("disk full"); }).text, "disk full");
}

TEST_F(WorkerMachineTest, AfterAFailureOnlyWaitsForStop) {
  failure_after([] { throw EnvironmentError("disk"); });
  before = nullptr;  // the next job would succeed
  tell(Job{2, ExecuteJob{}});
  tell(wire::Stop{});
  EXPECT_EQ(machine.step(), StepResult::busy);
  EXPECT_EQ(machine.step(), StepResult::finished);
  EXPECT_FALSE(master.receive());
}

TEST_F(WorkerMachineTest, TellsOfOneFailureOnly) {
  failure_after([] { throw EnvironmentError("disk"); });
  master.send(1, {'x'});
  tell(wire::Failure{"?", 74});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(machine.step(), StepResult::busy);
  EXPECT_FALSE(master.receive());
}

TEST_F(WorkerMachineTest, ReportsDamagedMessages) {
  master.send(1, {'x'});
  EXPECT_EQ(machine.step(), StepResult::busy);
  EXPECT_EQ(std::get<wire::Failure>(heard()).status, 74);
}

TEST_F(WorkerMachineTest, ReportsAJobBeforeSetup) {
  tell(Job{1, ExecuteJob{}});
  EXPECT_EQ(machine.step(), StepResult::busy);
  EXPECT_EQ(std::get<wire::Failure>(heard()).status, 70);
}

TEST_F(WorkerMachineTest, ReportsMessagesThatOnlyWorkersSend) {
  tell(wire::Failure{"?", 74});
  EXPECT_EQ(machine.step(), StepResult::busy);
  EXPECT_EQ(std::get<wire::Failure>(heard()).status, 70);
}

}  // namespace
}  // namespace ldfi::execute
