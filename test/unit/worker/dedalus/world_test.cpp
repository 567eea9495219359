// Tests the preparation of a search: whether a scout (a thread that executes small fault sets)
// runs, which budgets limit grounding, and the message if grounding fails.
#include "worker/dedalus/world.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"
#include "test/support/execution.hpp"
#include "test/support/fspec.hpp"

namespace ldfi::execute {
namespace {

const std::string flooding =
    R"(n("a", "b")@1; n("b", "a")@1; n(N, M)@next :- n(N, M); log("a", 1)@1;
  log(N, X)@next :- log(N, X); log(M, X)@async :- log(N, X), n(N, M);
  pre(X) :- log("a", X); post(X) :- log("b", X);
)";

class WorldTest : public testing::Test {
 protected:
  World& world(const std::string& text = flooding, BudgetCheck check = {}) {
    free_ = test::execute(text, test::fspec(8, 2, 0, {"a", "b"}));
    return world_.emplace(*free_.program, *free_.fspec, *free_.model, setup_, settings_,
                          std::move(check));
  }
  bool scouted(const std::string& text = flooding) {
    World& made = world(text);
    made.ground();
    EXPECT_NE(made.universe(), nullptr);
    return made.scout() != nullptr;
  }

  wire::Setup setup_;
  SearchSettings settings_;

 private:
  test::Execution free_;
  std::optional<World> world_;
};

TEST_F(WorldTest, AScoutLooksForTheLeastFalsifierOnly) {
  EXPECT_TRUE(scouted());
  settings_.all = true;  // all falsifiers are wanted, but a scout finds only one
  EXPECT_FALSE(scouted());
  settings_ = {};
  settings_.expand = Expansion::live;
  EXPECT_FALSE(scouted());
  settings_ = {};
  settings_.strategy = StrategyName::molly;
  EXPECT_FALSE(scouted());
}

TEST_F(WorldTest, IsNotGroundedForAStrategyThatRunsTheProgramItself) {
  const std::string once =
      R"(n("a", "b")@1; log(M)@async :- n(_, M); pre("x") :- n(_, _); post("x") :- n(_, _);)";
  const auto grounded = [&](StrategyName strategy) {
    settings_.strategy = strategy;
    World& made = world(once);
    made.ground();
    EXPECT_FALSE(made.answer().has_value());
    return made.universe() != nullptr;
  };
  EXPECT_FALSE(grounded(StrategyName::fts));
  EXPECT_TRUE(grounded(StrategyName::random));
}

TEST_F(WorldTest, AScoutKeepsToItsShareOfTheMemory) {
  const std::string once = R"(n("a", "b")@1; log("a", 1)@1; log(N, X)@next :- log(N, X);
    log(M, X)@async :- log(N, X), n(N, M); pre(X) :- log("a", X); post(X) :- log("b", X);
  )";
  for (const auto& [limit, finds] : {std::pair(std::uint64_t{0}, true), {20'000, false}}) {
    setup_.budget.memory_limit_bytes = limit;
    World& made = world(once);
    made.ground();
    ASSERT_NE(made.scout(), nullptr);
    made.scout()->finish({});
    EXPECT_EQ(made.scout()->found().has_value(), finds) << limit;
  }
}

TEST_F(WorldTest, NoScoutWhereAnErrorWouldHaveToBeNamed) {
  EXPECT_TRUE(scouted(flooding + R"(more(N, X + 1) :- log(N, X);)"));
  EXPECT_FALSE(scouted(flooding + R"(share(N, 1 / X) :- log(N, X);)"));
}

TEST_F(WorldTest, BudgetsHoldWhileItGrounds) {
  // Enough facts that grounding checks its budget.
  std::string many = flooding;
  for (int i = 2; i < 3000; ++i) many += "log(\"a\", " + std::to_string(i) + ")@1;";
  World& made = world(many, [] { throw BudgetExceeded("time", "time"); });
  EXPECT_THROW(made.ground(), BudgetExceeded);
}

/// If d is lost, b derives the next number, but only once. Grounding cannot see that, so it would
/// count without end.
const std::string generations = R"(n("a", "b")@1; n(N, M)@next :- n(N, M);
  d(M)@async :- n(N, M); d(M)@next :- d(M); gen("b", 1)@1; gen(N, I)@next :- gen(N, I);
  use("b", 1, "p")@1; use(N, I, X)@next :- use(N, I, X); bad("b", "p")@3; bad(N, X)@next :- bad(N, X);
  dead(N, I) :- use(N, I, X), bad(N, X), notin d(N);
  use(N, I + 1, "q") :- use(N, I, X), dead(N, I), notin bad(N, "q");
  bad(N, "q") :- bad(N, "p"), notin d(N); pre(N) :- gen(N, 1); post(N) :- use(N, 1, _);)";

TEST_F(WorldTest, BoundsWhatCountsOnInTheoryOnly) {
  setup_.budget.max_facts = 100'000;  // grounding assumes an endless count after so many facts
  World& made = world(generations);
  made.ground();
  ASSERT_NE(made.universe(), nullptr);
  EXPECT_TRUE(made.universe()->bounded());
}

TEST_F(WorldTest, SaysOnceWhyThereIsNone) {
  setup_.budget.max_facts = 3;
  settings_.all = true;
  World& made = world();
  made.ground();
  ASSERT_EQ(made.universe(), nullptr);
  SearchResult result;
  result.verdict = Verdict::inconclusive;
  made.explain(result);
  const std::string why = result.reason;
  EXPECT_NE(why, "");
  made.explain(result);  // again, because a strategy may have added the text already
  EXPECT_EQ(result.reason, why);
  result.reason = "others are open";
  made.explain(result);
  EXPECT_EQ(result.reason, why + "; others are open");
}

}  // namespace
}  // namespace ldfi::execute
