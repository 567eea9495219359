// An explorer finds the smallest fault sets that violate a promise. It considers crashes at all
// ticks, and keeps its limits.
#include "common/dedalus/explore/explorer.hpp"

#include <gtest/gtest.h>

#include "test/support/execution.hpp"
#include "test/support/fspec.hpp"

namespace ldfi::test {
namespace {

const std::string broadcast =
    R"(node("a", "b")@1; node("a", "c")@1; node("b", "c")@1; node("b", "a")@1; node("c", "a")@1; node("c", "b")@1;
       node(N, M)@next :- node(N, M); log("a", "x")@1; log(N, X)@next :- log(N, X);
       pre(X) :- log("a", X); post(X) :- log("b", X);
)";

class Explored {
 public:
  Explored(const std::string& text, FspecParameters fspec, explore::Limits limits = {})
      : free_(execute(text, fspec)),
        explorer_(*free_.program, *free_.fspec, *free_.model, limits) {}

  /// Returns the smallest falsifier, or the reason why there is none, such as "harmless up to 3" or
  /// "unable".
  std::string outcome(std::size_t levels = 3) {
    while (explorer_.go_on() == explore::Standing::going && explorer_.level() < levels) {
    }
    const std::string level = std::to_string(explorer_.level());
    switch (explorer_.standing()) {
      case explore::Standing::found:
        return to_text(*explorer_.least(), *free_.fspec);
      case explore::Standing::going:
        return "harmless up to " + level;
      case explore::Standing::exhausted:
        return "exhausted after " + level;
      case explore::Standing::unable:
        return "unable";
    }
    return "";
  }
  [[nodiscard]] const explore::Explorer& explorer() const { return explorer_; }

 private:
  Execution free_;
  explore::Explorer explorer_;
};

TEST(Explorer, FindsTheLossOfTheOnlyMessage) {
  const std::string once = R"(begin("a")@1; log(M, X)@async :- begin(N), node(N, M), log(N, X);)";
  EXPECT_EQ(Explored(broadcast + once, fspec(4, 2, 0, {"a", "b", "c"})).outcome(), "O(a,b,1)");
}

TEST(Explorer, TakesTheFirstInTheOrderOfFaultSetsAmongTheSmallest) {
  // Node b receives x from a at tick 2. Unless the message to c was lost, b also receives x from c
  // at tick 3.
  const std::string relay = R"(begin("a")@1; log(M, X)@async :- begin(N), node(N, M), log(N, X);
    log("b", X)@async :- log("c", X);)";
  EXPECT_EQ(Explored(broadcast + relay, fspec(4, 3, 1, {"a", "b", "c"})).outcome(), "C(a,1)");
  EXPECT_EQ(Explored(broadcast + relay, fspec(4, 3, 0, {"a", "b", "c"})).outcome(),
            "O(a,b,1) O(a,c,1)");
  EXPECT_EQ(Explored(broadcast + relay, fspec(4, 1, 0, {"a", "b", "c"})).outcome(),
            "O(a,b,1) O(a,c,1)");
}

TEST(Explorer, SaysHowFarEverythingIsHarmless) {
  const std::string always = "log(M, X)@async :- node(N, M), log(N, X);";
  EXPECT_EQ(Explored(broadcast + always, fspec(4, 2, 0, {"a", "b", "c"})).outcome(2),
            "harmless up to 2");
  EXPECT_EQ(
      Explored(broadcast + always, fspec(4, 2, 0, {"a", "b", "c"}), {.max_faults = 1}).outcome(),
      "exhausted after 1");
}

TEST(Explorer, ChangesItsMindAboutTheWayToAStateOnlyForASmallerOne) {
  // Node a sends nothing before tick 3. So all its crashes up to tick 3 have the same effect, and
  // the crash at tick 1 is the smallest of these fault sets.
  const std::string late = R"(begin("a")@3; log(M, X)@async :- begin(N), node(N, M), log(N, X);)";
  EXPECT_EQ(Explored(broadcast + late, fspec(5, 0, 1, {"a", "b", "c"})).outcome(), "C(a,1)");
}

const std::string judged = R"(n("a", "b")@1; n(N, M)@next :- n(N, M); l("x")@1; l(X)@next :- l(X);
  pre(X) :- l(X), notin bad(X); post(X) :- l(X), notin worse(X);
)";

TEST(Explorer, SeesCrashesAtEot) {
  // Only a crash at the last tick violates a promise, because an earlier crash loses messages of b.
  const std::string at_end = R"(tick(1)@1; tick(T + 1)@next :- tick(T);
    worse(X) :- l(X), tick(T), crash(_, "b", T), n(_, "b"), notin tick(5); bad(X) :- l(X), tick(9);)";
  EXPECT_EQ(Explored(judged + at_end, fspec(4, 2, 1, {"a", "b"})).outcome(), "C(b,4)");
}

TEST(Explorer, KeepsTheTimesOfCrashesWhereSomebodyAsks) {
  const std::string when = R"(worse(X) :- l(X), crash(_, "b", T), T > 2; bad(X) :- l(X), n(X, X);)";
  EXPECT_EQ(Explored(judged + when, fspec(5, 2, 1, {"a", "b"})).outcome(), "C(b,3)");
}

TEST(Explorer, ChoosesCrashesFirstWhereRulesSeeThemBefore) {
  // A rule reads at tick 2 that node b will crash at tick 4.
  const std::string early = R"(now(2)@2; told(X)@next :- l(X), now(_), crash(_, "b", 4);
    told(X)@next :- told(X); worse(X) :- told(X); bad(X) :- l(X), n(X, X);)";
  EXPECT_EQ(Explored(judged + early, fspec(5, 2, 1, {"a", "b"})).outcome(), "C(b,4)");
}

TEST(Explorer, RemembersPastTicksThatRulesAskAbout) {
  const std::string past =
      R"(got(M, "x")@async :- n(N, M), l("x"); worse(X) :- l(X), notin got("b", X)@3;
    bad(X) :- l(X), n(X, X);)";
  EXPECT_EQ(Explored(judged + past, fspec(6, 5, 0, {"a", "b"})).outcome(), "O(a,b,2)");
}

TEST(Explorer, ACrashStopsANodesOwnTransitionsInTheHaltModel) {
  const std::string own = R"(mine("b", "x")@1; mine(N, X)@next :- mine(N, X);
    worse(X) :- l(X), notin mine("b", X); bad(X) :- l(X), n(X, X);)";
  FspecParameters halt = fspec(4, 0, 1, {"a", "b"});
  EXPECT_EQ(Explored(judged + own, halt).outcome(1), "harmless up to 1");
  halt.crash_model = CrashModel::halt;
  EXPECT_EQ(Explored(judged + own, halt).outcome(1), "C(b,1)");
}

TEST(Explorer, LeavesFailingArithmeticToOthers) {
  const std::string divides = R"(d(M, 4)@async :- n(N, M); v("b", 0) :- l(_), notin d("b", _);
    v("b", K) :- d("b", K); tick("b", 1)@1; tick(N, T + 1)@next :- tick(N, T);
    q(N, 8 / K) :- v(N, K), tick(N, T), T > 1; worse(X) :- l(X), q("b", 0); bad(X) :- l(X), n(X, X);)";
  EXPECT_EQ(Explored(judged + divides, fspec(4, 2, 0, {"a", "b"})).outcome(), "unable");
}

TEST(Explorer, KeepsItsLimits) {
  const std::string always = "log(M, X)@async :- node(N, M), log(N, X);";
  const auto spec = fspec(30, 20, 0, {"a", "b", "c"});
  EXPECT_EQ(Explored(broadcast + always, spec, {.bytes = 10'000}).outcome(8), "exhausted after 0");
  Explored stopped(broadcast + always, spec,
                   {.check = [] { throw BudgetExceeded("time", "time"); }});
  EXPECT_THROW(stopped.outcome(8), BudgetExceeded);
}

TEST(Explorer, KeepsItsMemoryWhereOneStateLeadsToMillions) {
  // At each tick, 132 channels may lose a message, at most three of them. After one tick, there are
  // 374,792 states.
  std::string flood = "pre(X) :- log(_, X); post(X) :- log(_, X); log(N, X)@next :- log(N, X);";
  std::vector<std::string> nodes;
  for (char a = 'a'; a <= 'l'; ++a) {
    nodes.emplace_back(1, a);
    flood += "log(\"" + nodes.back() + "\", \"" + nodes.back() + "\")@1;";
    for (char b = 'a'; b <= 'l'; ++b) {
      if (a != b) flood += std::string("node(\"") + a + "\", \"" + b + "\")@1;";
    }
  }
  flood += "log(M, X)@async :- node(N, M), log(N, X);";
  constexpr std::size_t limit = 64U << 20U;
  Explored explored(flood, fspec(3, 1, 0, nodes), {.bytes = limit});
  EXPECT_EQ(explored.outcome(8), "exhausted after 2");
  // Twice the limit, because a table doubles its size when it is full.
  EXPECT_LT(explored.explorer().bytes(), 2 * limit);
}

}  // namespace
}  // namespace ldfi::test
