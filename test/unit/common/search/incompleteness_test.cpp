// The classic ways for such a search to be incomplete (SEARCH §6), one small program each. Every
// expectation is also what enumeration of all fault sets says.
#include <gtest/gtest.h>

#include "test/support/search/search.hpp"

namespace ldfi::test {
namespace {

struct Case {
  const char* name;
  const char* text;
  int eot;
  int eff;
  int crashes;
  std::vector<std::string> nodes;
  const char* all;  ///< minimal falsifiers
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Incompleteness : public ::testing::TestWithParam<Case> {};

TEST_P(Incompleteness, IsAvoided) {
  const Case& c = GetParam();
  FspecParameters fspec;
  fspec.eot = c.eot;
  fspec.eff = c.eff;
  fspec.crashes = c.crashes;
  fspec.nodes = c.nodes;
  Search s(c.text, fspec);
  EXPECT_EQ(s.exhaustive(true), c.all);
  EXPECT_EQ(s.lineage(true), c.all);
  EXPECT_EQ(s.lineage(true, 4, 7), c.all);
  EXPECT_EQ(s.lineage(true, 1, 1, Expansion::all), c.all);
  EXPECT_EQ(s.lineage(false), s.exhaustive(false));
}

std::string case_name(const ::testing::TestParamInfo<Case>& tested) {
  return tested.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Single, Incompleteness,
    ::testing::Values(
        // b's first message is at 3, but only its crash before that leaves the witness.
        Case{"CrashBeforeTheFirstMessage",
             "hold(\"b\", \"a\")@3; keep(\"a\", \"x\")@1; keep(N, X)@next :- keep(N, X);"
             "got(A, B)@async :- hold(B, A); got(A, B)@next :- got(A, B);"
             "early(X) :- crash(_, X, T), T < 3;"
             "pre(X) :- keep(_, X); post(X) :- keep(_, X), notin early(\"b\");",
             4,
             0,
             1,
             {"a", "b"},
             "C(b,1) | C(b,2)"},
        // No message at all: only the crash relation itself links faults and outcome.
        Case{"TheCrashRelationsOwnLineage",
             "up(\"a\")@1; up(N)@next :- up(N); down(N) :- up(N), crash(N, N, T), T == 2;"
             "pre(N) :- up(N); post(N) :- up(N), notin down(N);",
             3,
             1,
             1,
             {"a", "b"},
             "C(a,2)"},
        // pre(late) is no fact of the failure-free run.
        Case{"ANewPreTuple",
             "say(\"a\", \"b\")@1; wait(\"b\")@2; heard(B)@async :- say(A, B);"
             "pre(\"late\") :- wait(B), notin heard(B); pre(X)@next :- pre(X); post(\"never\") :- "
             "heard(_);",
             3,
             1,
             0,
             {"a", "b"},
             "O(a,b,1)"},
        // The loss adds a vote against, which changes the count that was good before.
        Case{"AnAggregateChangedByAnAddedContributor",
             "ask(\"a\", \"b\")@1; vote(\"b\", 1)@2; vote(\"b\", N)@next :- vote(\"b\", N);"
             "clock3(\"b\")@2; asked(B)@async :- ask(A, B);"
             "vote(B, 2) :- clock3(B), notin asked(B);"
             "votes(B, count<N>) :- vote(B, N);"
             "pre(B) :- votes(B, _); post(B) :- votes(B, C), C < 2;",
             3,
             1,
             0,
             {"a", "b"},
             "O(a,b,1)"},
        Case{"NegationThroughSeveralSteps",
             "m(\"a\", \"b\")@1; at2(\"b\")@2; got(B)@async :- m(A, B);"
             "one(B) :- at2(B), notin got(B); two(B) :- at2(B), notin one(B); three(B) :- at2(B), "
             "notin two(B);"
             "four(B)@next :- at2(B), notin three(B); four(B)@next :- four(B);"
             "pre(\"x\") :- node(_); node(\"a\")@4; post(\"x\") :- four(_);",
             4,
             2,
             0,
             {"a", "b"},
             "O(a,b,1)"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Combined, Incompleteness,
    ::testing::Values(
        // b nags when it has not heard from a; the promise is made only if b crashes after that.
        Case{"ALossToANodeThatCrashesLater",
             "m(\"a\", \"b\")@1; at(\"b\")@2; to(\"b\", \"c\")@2; got(B)@async :- m(A, B);"
             "nag(B) :- at(B), notin got(B); told(C)@async :- nag(B), to(B, C); told(C)@next :- "
             "told(C);"
             "pre(C) :- told(C), crash(_, \"b\", _); post(C) :- told(C), m(C, _);",
             4,
             1,
             1,
             {"a", "b", "c"},
             "O(a,b,1) C(b,3) | O(a,b,1) C(b,4)"},
        Case{"ACrashHereAndALossThere",
             "m(\"a\", \"c\")@1; m(\"b\", \"c\")@3; m(\"d\", \"d\")@1; got(C, B)@async :- m(B, C);"
             "got(C, B)@next :- got(C, B); pre(\"x\") :- got(\"d\", _); post(\"x\") :- got(\"c\", "
             "_);",
             4,
             1,
             1,
             {"a", "b", "c", "d"},
             "O(a,c,1) C(b,1) | O(a,c,1) C(b,2) | O(a,c,1) C(b,3)"},
        // Losing m(a,b) is bad, unless the loss of m(a,c) raises the alarm that repairs it.
        Case{"FaultsThatMakeAnEarlierFaultHarmless",
             "m(\"a\", \"b\")@1; m(\"a\", \"c\")@1; at(\"c\")@2; got(B)@async :- m(A, B); "
             "got(N)@next :- got(N);"
             "alarm(C) :- at(C), notin got(C); alarm(C)@next :- alarm(C);"
             "pre(\"x\") :- m(_, _); m(\"a\", \"a\")@3; post(\"x\") :- got(\"b\"); post(\"x\") :- "
             "alarm(_);",
             3,
             1,
             0,
             {"a", "b", "c"},
             "O(a,b,1)"}),
    case_name);

TEST(LineageSearch, ReportsABrokenProgram) {
  FspecParameters fspec;
  fspec.eot = 2;
  fspec.nodes = {"a"};
  Search s("p(\"a\")@2; pre(X) :- p(X); post(X) :- p(X), notin p(X)@1, X == \"b\";", fspec);
  EXPECT_EQ(s.lineage(true), "broken");
  EXPECT_EQ(s.exhaustive(true), "broken");
}

TEST(LineageSearch, GivesTheLeastOfTheSmallestFalsifiers) {
  FspecParameters fspec;
  fspec.eot = 3;
  fspec.eff = 1;
  fspec.crashes = 1;
  fspec.nodes = {"a", "b", "c"};
  Search s(
      "m(\"c\", \"a\")@1; m(\"b\", \"a\")@1; got(A, N)@async :- m(N, A); got(A, N)@next :- got(A, "
      "N);"
      "pre(N) :- node(N); node(\"b\")@3; node(\"c\")@3; post(N) :- got(_, N);",
      fspec);
  EXPECT_EQ(s.lineage(true), "O(b,a,1) | O(c,a,1) | C(b,1) | C(c,1)");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) EXPECT_EQ(s.lineage(false, 3, seed), "O(b,a,1)");
}

TEST(LineageSearch, GivesUpWithTheReason) {
  FspecParameters fspec;
  fspec.eot = 3;
  fspec.eff = 1;
  fspec.nodes = {"a", "b"};
  Search s(
      "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); got(B)@next :- got(B); pre(B) :- got(B); "
      "post(B) :- got(B);",
      fspec);
  EXPECT_EQ(s.lineage(true), "certified");
}

}  // namespace
}  // namespace ldfi::test
