#include "worker/dedalus/plain_executor.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/faults/enumeration.hpp"
#include "test/support/execution.hpp"
#include "test/support/faults.hpp"
#include "test/support/random_program.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::execute {
namespace {

Job everything(std::uint32_t omissions) {
  return {1, EnumerateJob{{}, omissions, 0, 1000, {}}};
}

TEST(PlainExecutor, AnswersAsTheGroundExecutorDoes) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec fspec(random.fspec);
    std::unique_ptr<campaign::Executor> plain;
    try {
      plain = make_plain_executor(*program, fspec, {}, 7);
    } catch (const InputError&) {
      continue;  // the failure-free run has an arithmetic error
    }
    const auto universe = ground::ground_program(*program, fspec);
    const auto ground = make_ground_executor(universe);
    for (std::uint32_t size = 0; size < 3; ++size) {
      if (Enumeration(fspec, {}, size).total() == 0) continue;
      const auto report = plain->execute(everything(size));
      EXPECT_EQ(report.fingerprint, 7U);
      const auto got = std::get<EnumerateReport>(report.result);
      const auto expected = std::get<EnumerateReport>(ground->execute(everything(size)).result);
      EXPECT_EQ(got.executed, expected.executed);
      EXPECT_EQ(got.violating, expected.violating);
      EXPECT_EQ(got.falsifiers, expected.falsifiers);
      EXPECT_EQ(got.errors, expected.errors);
      EXPECT_TRUE(got.unended.empty());
    }
    const Job sample{2, SampleJob{seed, 0, 50}};
    const auto got = std::get<SampleReport>(plain->execute(sample).result);
    const auto expected = std::get<SampleReport>(ground->execute(sample).result);
    EXPECT_EQ(got.outcome, expected.outcome) << "seed " << seed;
    EXPECT_EQ(got.harmless, expected.harmless) << "seed " << seed;
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

/// At tick 2, b counts without end if the message of a is lost.
const char* const counts = R"(
n("a", "b")@1; n("b", "a")@1; d(M)@async :- n(N, M);
c("b", 1)@2; c(N, I + 1) :- c(N, I), notin d(N);
pre("a")@3; post("a")@3;)";

TEST(PlainExecutor, NamesExecutionsWithoutEndAndGoesOn) {
  const auto execution = test::execute(counts, {3, 1, 0, {"a", "b"}});
  wire::Setup setup;
  setup.sources = {{"test.ded"}, {{"test.ded", counts}}};
  setup.fspec = execution.fspec->parameters();
  setup.grounding.plain = true;
  const auto executor = make_ground_executor(setup);
  const auto report = executor->execute(everything(1));
  EXPECT_EQ(report.fingerprint, wire::fingerprint(setup));
  const auto& result = std::get<EnumerateReport>(report.result);
  EXPECT_EQ(result.executed, 2U);
  ASSERT_EQ(result.unended.size(), 1U);
  EXPECT_EQ(to_text(result.unended[0].faults, *execution.fspec), "O(a,b,1)");
  EXPECT_NE(result.unended[0].why.find("`c` counts without end within one tick"),
            std::string::npos);
  EXPECT_FALSE(repeatable(report));
  const auto one =
      std::get<ExecuteReport>(executor->execute({2, ExecuteJob{result.unended[0].faults}}).result);
  EXPECT_EQ(one.outcome, Outcome::unended);
}

TEST(PlainExecutor, TellsWhatAnExecutionOffersIfItIsAsked) {
  const auto execution = test::execute(
      R"(n("a", "b")@1; n(N, M)@next :- n(N, M); m(M)@async :- n(_, M); pre("x")@3; post("x")@3;)",
      {3, 2, 0, {"a", "b"}});
  const auto executor = make_plain_executor(*execution.program, *execution.fspec, {}, 7);
  const FaultSet loss = test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {});
  const auto offered = [&](bool asked) {
    return std::get<ExecuteReport>(executor->execute({1, ExecuteJob{loss, asked}}).result).offers;
  };
  EXPECT_TRUE(offered(false).empty());
  const auto offers = offered(true);
  ASSERT_EQ(offers.size(), 1U);
  EXPECT_EQ(to_text(offers[0].fault, *execution.fspec), "O(a,b,2)");
  EXPECT_EQ(offers[0].at, Time(2));
  EXPECT_EQ(offers[0].ids, std::vector<std::string>{"loss:m(a>b)#2"});
}

TEST(PlainExecutor, IsInterruptedWithinAnExecution) {
  const auto execution = test::execute(counts, {3, 1, 0, {"a", "b"}});
  int left = 1'000'000;
  eval::EvalLimits limits;
  limits.check = [&left] {
    if (left-- == 0) throw BudgetExceeded("time", "time");
  };
  const auto executor =
      make_plain_executor(*execution.program, *execution.fspec, std::move(limits), 7);
  const Job endless{1, ExecuteJob{test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {})}};
  left = 2;  // exceed the budget at the third check, within the execution
  EXPECT_THROW(executor->execute(endless), BudgetExceeded);
  left = 1'000'000;
  const auto again = std::get<ExecuteReport>(executor->execute(endless).result);
  EXPECT_EQ(again.outcome, Outcome::unended);
  left = 0;  // exceed the budget at the first check, before an execution
  EXPECT_THROW(executor->execute(everything(0)), BudgetExceeded);
}

}  // namespace
}  // namespace ldfi::execute
