#include "master/programs/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/farm/wire/failure.hpp"
#include "test/support/execution.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::app {
namespace {

using testing::HasSubstr;

constexpr const char* retry = R"(
node("a", "b")@1; send("a", "m")@1;
node(X, Y)@next :- node(X, Y);
send(X, P)@next :- send(X, P);
log(Y, P)@async :- send(X, P), node(X, Y);
log(X, P)@next :- log(X, P);
pre(P) :- send(_, P);
post(P) :- log("b", P);
)";

Task task_of(const std::string& text) {
  dedalus::Sources sources{{"test.ded"}, {{"test.ded", text}}};
  const std::vector<std::string> nodes{"a", "b"};
  auto program = dedalus::check_program(sources, {nodes, std::nullopt, "pre", "post"});
  config::Options options;
  options.verbosity = config::Verbosity::quiet;
  options.sweep = true;
  return {{"ldfi-farm", "test.ded"}, options,     std::move(sources), std::move(program),
          Fspec({1, 0, 0, nodes}),   std::nullopt};
}

RunRecord sweep(const Task& task, double tick_s = 0) {
  Ranks ranks(nullptr);
  const test::TemporaryFolder folder;
  RunRecord record;
  double now = 0;
  const Clock clock = [&now, tick_s] { return now += tick_s; };
  const Log log(config::Verbosity::quiet);
  Session session(task.options, ranks, log, clock);
  session.use_journal(std::make_unique<journal::Journal>(
      files::File(folder.path("run.journal"), files::File::Mode::fresh), journal::Header{}));
  ProgramProgress lines(true, "", {}, clock);
  run_sweep(task, session, lines, record);
  return record;
}

std::string brief(const RunRecord& record) {
  std::string out;
  for (const Cell& c : record.cells) {
    out += "<" + std::to_string(c.fspec.eot) + "," + std::to_string(c.fspec.eff) + "," +
           std::to_string(c.fspec.crashes) + "> " + name_of(c.verdict) + " " + c.executed.str() +
           " " + c.reason;
    for (const auto& f : c.falsifiers) out += "[" + to_text(f.faults, c.fspec) + "]";
    out += "\n";
  }
  return out;
}

TEST(Sweep, SaysHowLargeTheWorldOfEachSearchedCellWas) {
  Task task = task_of(retry);
  task.options.sweep_eot = {3, 4};
  task.options.sweep_eff = {2};
  task.options.sweep_crashes = {0};
  for (const Cell& cell : sweep(task).cells) {
    EXPECT_GT(cell.universe_facts, 0U);
    EXPECT_GT(cell.universe_instances, 0U);
    EXPECT_GT(cell.failure_free_pre, 0U);
  }
}

TEST(Sweep, SearchesAGrid) {
  Task task = task_of(retry);
  task.options.sweep_eot = {3, 4};
  task.options.sweep_eff = {0, 2, 3};
  task.options.sweep_crashes = {0, 9};
  const auto record = sweep(task);
  EXPECT_EQ(brief(record),
            "<3,0,0> certified 1 \n"
            "<3,2,0> counterexample 2 [O(a,b,1) O(a,b,2)]\n"
            "<4,0,0> certified 0 follows from <4,2,0>\n"
            "<4,2,0> certified 1 \n"
            "<4,3,0> counterexample 2 [O(a,b,1) O(a,b,2) O(a,b,3)]\n");
  EXPECT_THAT(record.conclusion, HasSubstr("7 combinations skipped"));
  EXPECT_FALSE(record.decisive.has_value());
  EXPECT_EQ(record.cells[1].combinations, "16");
  EXPECT_EQ(record.cells[1].failure_free_pre, 1U);
  ASSERT_EQ(record.cells[1].graphs.size(), 1U);
  EXPECT_EQ(record.cells[1].graphs[0].run, "O(a,b,1) O(a,b,2)");
}

TEST(Sweep, GoesAsThePublishedOneDoes) {
  Task task = task_of(retry);
  task.options.sweep_max_eot = 5;
  const auto record = sweep(task);
  EXPECT_EQ(brief(record),
            "<2,0,0> certified 1 \n"
            "<3,1,0> certified 1 \n"
            "<4,2,0> certified 1 \n"
            "<5,3,0> certified 1 \n");
  ASSERT_TRUE(record.decisive.has_value());
  EXPECT_EQ(*record.decisive, 3U);
  ASSERT_EQ(record.cells[3].graphs.size(), 1U);
  EXPECT_EQ(record.cells[3].graphs[0].run, "failure_free");
}

TEST(Sweep, BudgetsOfACellAreItsOwn) {
  Task task = task_of(retry);
  task.options.sweep_eot = {3};
  task.options.sweep_eff = {1, 2};
  task.options.sweep_crashes = {0};
  task.options.max_runs = 1;
  EXPECT_EQ(brief(sweep(task)),
            "<3,1,0> certified 1 \n"
            "<3,2,0> inconclusive 1 runs\n");
}

TEST(Sweep, WhatIsNotReachedInTimeIsInconclusive) {
  Task task = task_of(retry);
  task.options.sweep_eot = {3, 4};
  task.options.sweep_eff = {1};
  task.options.sweep_crashes = {0};
  task.options.time_limit_s = 0.5;
  for (const auto& cell : sweep(task, 1).cells) {
    EXPECT_EQ(cell.verdict, Verdict::inconclusive);
    EXPECT_EQ(cell.reason, "time");
  }
}

TEST(Sweep, AnArithmeticErrorUnderFaultsIsTheUsers) {
  Task task = task_of(std::string(retry) +
                      R"(n("b", 1 / 0) :- pre(P), tick("b"), notin log("b", P); tick("b")@3;)");
  task.options.sweep_eot = {3};
  task.options.sweep_eff = {2};
  task.options.sweep_crashes = {0};
  try {
    sweep(task);
    FAIL();
  } catch (const wire::RemoteFailure& e) {
    EXPECT_EQ(e.status(), ExitStatus::input);
    EXPECT_THAT(e.what(), HasSubstr("O(a,b,1) O(a,b,2)"));
  }
}

}  // namespace
}  // namespace ldfi::app
