// Tests whether any admissible fault can change the facts on which a verdict depends. If none can,
// a certificate says little.
#include "worker/dedalus/dedalus_subject.hpp"

#include <gtest/gtest.h>

#include "common/farm/wire/messages.hpp"
#include "test/support/execution.hpp"
#include "test/support/fspec.hpp"

namespace ldfi::execute {
namespace {

const std::string relay = R"(n("a", "b")@1; n("b", "a")@1; n(N, M)@next :- n(N, M); log("a", 1)@1;
  log(N, X)@next :- log(N, X); log(M, X)@async :- log(N, X), n(N, M);
)";

bool untouched(const std::string& text, int eff, int crashes = 0) {
  const auto free = test::execute(text, test::fspec(8, eff, crashes, {"a", "b"}));
  const wire::Setup setup;
  DedalusSubject subject(*free.program, *free.fspec, setup);
  EXPECT_TRUE(subject.execute({}, {}).holds());
  EXPECT_FALSE(subject.prepare({}, {}));
  return subject.untouched({}).all;
}

TEST(Untouched, IsWhatRestsOnNoMessage) {
  EXPECT_TRUE(untouched(relay + R"(pre(X) :- log("a", X); post(X) :- log("a", X), n("a", _);)", 3));
  EXPECT_FALSE(untouched(relay + R"(pre(X) :- log("a", X); post(X) :- log("b", X);)", 7));
}

TEST(Untouched, IsNotWhatIsSentUntilItArrives) {
  // No admissible fault changes the verdict, because the last messages cannot be lost. But facts of
  // pre or post depend on messages.
  EXPECT_FALSE(untouched(relay + R"(pre(X) :- log("a", X); post(X) :- log("b", X);)", 3));
  EXPECT_FALSE(untouched(relay + R"(pre(X) :- log("b", X); post(X) :- log("a", X);)", 3));
}

TEST(Untouched, IsNotWhatACrashExempts) {
  const std::string text = relay + R"(pre(X) :- log("a", X), notin crash(_, "a", _);
    post(X) :- log("a", X), notin crash(_, "a", _);)";
  EXPECT_FALSE(untouched(text, 3, 1));
  EXPECT_TRUE(untouched(text, 3, 0));
}

TEST(Untouched, IsAskedOfWhatLastsWithoutAnInvariant) {
  EXPECT_FALSE(untouched(relay, 3));
  EXPECT_TRUE(untouched(R"(n("a")@1; n(N)@next :- n(N); m(N)@async :- n(N);)", 3));
}

TEST(Untouched, IsToldOfEachSpecification) {
  const std::string specifications = R"(
    spec lost critical finally; lost(X) :- log("a", X), notin log("b", X);
    spec odd critical always; odd(X) :- log(_, X), X == 2;
    spec alone critical finally; alone(N) :- n(N, _), N == "zz";
    spec few critical finally; few(X) :- held(X, C), C > 5;
    spec two critical finally; two(X) :- held(X, C), C == 2;
    held(X, count<N>) :- log(N, X);)";
  const dedalus::Program program = dedalus::check_program(
      {{"p.ded"}, {{"p.ded", relay + R"(n("a", "c")@1;)"}, {"s.spec", specifications}}},
      {.nodes = {"a", "b", "c"}, .eot = 8});
  const Fspec fspec(test::fspec(8, 7, 0, {"a", "b", "c"}));
  const wire::Setup setup;
  DedalusSubject subject(program, fspec, setup);
  EXPECT_TRUE(subject.execute({}, {}).holds());
  EXPECT_FALSE(subject.prepare({}, {}));
  const Untouched untouched = subject.untouched({});
  EXPECT_FALSE(untouched.all);
  EXPECT_EQ(untouched.each, (std::vector<bool>{false, true, true, true, false}));
}

TEST(Untouched, IsNotWhatFailsWithoutMessages) {
  EXPECT_FALSE(untouched(relay + R"(quiet(1) :- n("a", _), notin log("b", _); late(N) :- n(N, _)@6;
    quiet(0) :- late(_), log("b", _); bad(1 / Y) :- late(_), quiet(X), silence(X, Y);
    silence(1, 0)@1; silence(0, 1)@1; silence(X, Y)@next :- silence(X, Y);
    pre(X) :- log("a", X); post(X) :- log("a", X), n("a", _);)",
                         3));
}

}  // namespace
}  // namespace ldfi::execute
