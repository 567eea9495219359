#include "master/programs/search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "common/base/memory.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/life/failure.hpp"
#include "master/programs/program_farm.hpp"
#include "test/support/execution.hpp"
#include "test/support/faults.hpp"
#include "test/support/temporary_folder.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::app {
namespace {

constexpr const char* deliver = R"(
node("a", "b")@1; bcast("a", "m")@1;
log(X, P) :- bcast(X, P);
log(X, P)@next :- log(X, P);
log(Y, P)@async :- bcast(X, P), node(X, Y);
pre(P) :- bcast(_, P);
pre(P)@next :- pre(P);
post(P) :- log("b", P);
)";

Task task_of(const std::string& text, const FspecParameters& fspec) {
  dedalus::Sources sources{{"test.ded"}, {{"test.ded", text}}};
  auto program = dedalus::check_program(sources, {fspec.nodes, fspec.eot, "pre", "post"});
  config::Options options;
  options.verbosity = config::Verbosity::quiet;
  return {{"ldfi-farm", "test.ded"}, options,      std::move(sources),
          std::move(program),        Fspec(fspec), std::nullopt};
}

Cell search(const Task& task, const std::function<void(journal::Journal&)>& before = nullptr) {
  Ranks ranks(nullptr);
  const test::TemporaryFolder folder;
  const std::string path = folder.path("run.journal");
  if (before) {
    auto opened = journal::open_journal(path, {}, false);
    before(*opened.journal);
  }
  const Clock clock = [] { return 0.0; };
  const Log log(config::Verbosity::quiet);
  Session session(task.options, ranks, log, clock);
  session.use_journal(
      before ? std::make_unique<journal::Journal>(files::File(path, files::File::Mode::append))
             : std::make_unique<journal::Journal>(files::File(path, files::File::Mode::fresh),
                                                  journal::Header{}));
  ProgramProgress lines(true, "", {}, clock);
  ProgramFarm farm(task, session, lines);
  return run_search(task, session, farm);
}

FspecParameters small() {
  return {3, 1, 0, {"a", "b"}, EffMode::inclusive, CrashModel::silent};
}

TEST(Search, FindsReplaysAndExplains) {
  const auto cell = search(task_of(deliver, small()));
  EXPECT_EQ(cell.verdict, Verdict::counterexample);
  ASSERT_EQ(cell.falsifiers.size(), 1U);
  EXPECT_EQ(to_text(cell.falsifiers[0].faults, cell.fspec), "O(a,b,1)");
  EXPECT_EQ(cell.falsifiers[0].violated, std::vector<std::string>{"pre(m)"});
  EXPECT_EQ(cell.executed, 2);
  EXPECT_EQ(cell.executions.size(), 2U);
  EXPECT_TRUE(cell.executions[0].faults.empty());
  EXPECT_EQ(cell.failure_free_pre, 1U);
  EXPECT_EQ(cell.failure_free_post, 1U);
  ASSERT_EQ(cell.graphs.size(), 2U);
  EXPECT_EQ(cell.graphs[0].run, "failure_free");
  EXPECT_EQ(cell.graphs[0].roots.size(), 2U);
  EXPECT_EQ(cell.graphs[1].run, "O(a,b,1)");
  EXPECT_EQ(cell.graphs[1].roots.size(), 1U);  // only the root for pre, because post is empty
  EXPECT_GT(cell.universe_facts, 0U);
}

TEST(Search, CertifiesWhatNoFaultReaches) {
  auto fspec = small();
  fspec.eff = 0;
  EXPECT_EQ(search(task_of(deliver, fspec)).verdict, Verdict::certified);
}

TEST(Search, SaysThatNothingWasPromised) {
  const std::string text = std::string(deliver) + R"(promise("x") :- pre("never");)";
  auto program = text;
  program.replace(program.find("pre(P) :- bcast(_, P);"), 22, "pre(P) :- bcast(\"b\", P);");
  EXPECT_EQ(search(task_of(program, small())).verdict, Verdict::vacuous);
}

TEST(Search, JudgesTheFailureFreeRunFirst) {
  const auto cell = search(task_of(std::string(deliver) + R"(pre("x") :- log("a", _);)", small()));
  EXPECT_EQ(cell.verdict, Verdict::broken);
  EXPECT_EQ(cell.executed, 1);
  ASSERT_EQ(cell.falsifiers.size(), 1U);
  EXPECT_TRUE(cell.falsifiers[0].faults.empty());
}

TEST(Search, ReportsNothingThatTheProgramItselfDoesNotConfirm) {
  // The journal holds a wrong answer of a worker: it reports the loss O(b,a,1) as a counterexample,
  // but this loss does no harm.
  Task task = task_of(deliver, small());
  task.options.strategy = StrategyName::exhaustive;
  const wire::Setup setup = task.setup();
  const Job job{2, EnumerateJob{{}, 1, 0, 2, {}}};
  Report report = execute::make_ground_executor(setup)->execute(job);
  auto& result = std::get<EnumerateReport>(report.result);
  ASSERT_EQ(result.executed, 2U);
  result.falsifiers = {test::fault_set({{NodeId(1), NodeId(0), Time(1)}}, {})};
  const auto forged = [&](journal::Journal& journal) {
    journal.begin(setup);
    journal.keep(job, wire::encode(report));
  };
  try {
    search(task, forged);
    FAIL() << "the journal was not asked, or believed";
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("does not confirm the counterexample O(b,a,1)"));
  }
}

TEST(Search, BudgetsMakeItInconclusive) {
  Task task = task_of(deliver, small());
  task.options.max_runs = 1;
  const auto runs = search(task);
  EXPECT_EQ(runs.verdict, Verdict::inconclusive);
  EXPECT_EQ(runs.reason, "runs");
  task.options.memory_limit_bytes = 600;  // enough memory for one fact
  EXPECT_EQ(search(task).verdict, Verdict::inconclusive);
}

TEST(Search, AnArithmeticErrorUnderFaultsIsTheUsers) {
  const std::string text = std::string(deliver) +
                           R"(n("b", 1 / 0) :- pre(P), tick("b"), notin log("b", P); tick("b")@3;)";
  try {
    search(task_of(text, small()));
    FAIL();
  } catch (const wire::RemoteFailure& e) {
    EXPECT_EQ(e.status(), ExitStatus::input);
    EXPECT_THAT(e.what(), testing::HasSubstr("O(a,b,1)"));
  }
}

TEST(Statuses, FollowTheVerdict) {
  EXPECT_EQ(exit_status(Verdict::certified), ExitStatus::certified);
  EXPECT_EQ(exit_status(Verdict::counterexample), ExitStatus::counterexample);
  EXPECT_EQ(exit_status(Verdict::broken), ExitStatus::counterexample);
  EXPECT_EQ(exit_status(Verdict::vacuous), ExitStatus::inconclusive);
  EXPECT_EQ(exit_status(Verdict::inconclusive), ExitStatus::inconclusive);
  EXPECT_THROW(static_cast<void>(exit_status(static_cast<Verdict>(9))), InternalError);
}

TEST(Statuses, FollowTheException) {
  const Log log(config::Verbosity::quiet);
  const auto status = [&log](const auto& error) {
    testing::internal::CaptureStderr();
    const auto result = report_failure(std::make_exception_ptr(error), log);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::StartsWith("ldfi-farm: "));
    return result;
  };
  EXPECT_EQ(status(UsageError("-x")), ExitStatus::usage);
  EXPECT_EQ(status(EnvironmentError("open")), ExitStatus::environment);
  EXPECT_EQ(status(InternalError("bug")), ExitStatus::internal);
  EXPECT_EQ(status(std::bad_alloc()), ExitStatus::environment);
  EXPECT_EQ(status(3), ExitStatus::internal);
}

TEST(Statuses, DiagnosticsShowTheirSourceLine) {
  SourceSet sources;
  const FileId file = sources.add("a.ded", "p(X) :- q(Y);\n");
  testing::internal::CaptureStderr();
  try {
    with_sources(sources, [&]() -> int {
      throw InputError(Diagnostic{Severity::error, "unbound", {file, 1, 3, 1}, "X is unbound", {}});
    });
  } catch (...) {
    report_failure(std::current_exception(), Log(config::Verbosity::quiet));
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::AllOf(testing::HasSubstr("a.ded:1:3"), testing::HasSubstr("p(X) :- q(Y);")));
}

TEST(Memory, IsKnown) {
  EXPECT_GT(resident_bytes(), 1U << 20U);
}

}  // namespace
}  // namespace ldfi::app
