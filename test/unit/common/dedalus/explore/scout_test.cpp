#include "common/dedalus/explore/scout.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "test/support/execution.hpp"
#include "test/support/fspec.hpp"

namespace ldfi::test {
namespace {

const char* const fragile = R"(n("a", "b")@1; n(N, M)@next :- n(N, M); x("a")@1;
  got(M)@async :- x(N), n(N, M); got(M)@next :- got(M);
  pre(M) :- n(_, M); post(M) :- got(M);)";

class ScoutTest : public testing::Test {
 protected:
  Execution free_ = execute(fragile, fspec(4, 2, 0, {"a", "b"}));
  explore::Scout scout_{*free_.program, *free_.fspec, *free_.model, {}};
};

TEST_F(ScoutTest, DoesNothingBeforeItStarts) {
  EXPECT_FALSE(scout_.started());
  EXPECT_FALSE(scout_.found().has_value());
}

TEST_F(ScoutTest, OvertakesWhoeverLooksLongEnough) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const auto work = [&] {
    while (std::chrono::steady_clock::now() < end) scout_.look();
    return 1;
  };
  EXPECT_FALSE(explore::beside(scout_, {}, work).has_value());
  EXPECT_EQ(to_text(scout_.found().value(), *free_.fspec), "O(a,b,1)");
}

TEST_F(ScoutTest, GoesOnWhereTheOtherGivesUp) {
  const auto work = []() -> int { throw BudgetExceeded("facts", "too many"); };
  EXPECT_FALSE(explore::beside(scout_, {}, work).has_value());
  EXPECT_TRUE(scout_.found().has_value());
}

TEST_F(ScoutTest, GivesUpWithTheOtherWhenTimeIsOver) {
  const auto work = []() -> int { throw BudgetExceeded("time", "time"); };
  EXPECT_THROW(explore::beside(scout_, {}, work), BudgetExceeded);
  EXPECT_FALSE(scout_.started());
}

TEST_F(ScoutTest, IsOverWithItsOwner) {
  // The scout's destructor must not wait until all fault sets of one size are explored.
  scout_.start();
}

/// Each loss of a message changes all later states, so no two fault sets lead to the same state.
/// Exploring the fault sets with two faults takes longer than a test may.
const char* const endless = R"(n("a", "b")@1; n("b", "c")@1; n("c", "a")@1; n("a", "c")@1;
  n(N, M)@next :- n(N, M); t("a", 1)@1; t("b", 1)@1; t("c", 1)@1; t(N, T + 1)@next :- t(N, T);
  got(M, N, T)@async :- t(N, T), n(N, M); got(M, N, T)@next :- got(M, N, T);
  pre(N) :- n(N, _); post(N) :- n(N, _), notin late(N); late(N) :- got(N, _, T), T > 999;)";

class BusyScoutTest : public testing::Test {
 protected:
  Execution free_ = execute(endless, fspec(60, 58, 0, {"a", "b", "c"}));
  explore::Limits limits_{.bytes = std::size_t{1} << 40U};
  std::optional<explore::Scout> scout_{std::in_place, *free_.program, *free_.fspec, *free_.model,
                                       limits_};
};

TEST_F(BusyScoutTest, EndsInTheMiddleOfALevel) {
  scout_->hurry();
  scout_->start();
  while (scout_->harmless() == 0) std::this_thread::yield();
  const auto asked = std::chrono::steady_clock::now();
  scout_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::seconds(5));
}

TEST_F(BusyScoutTest, BudgetsHoldWhileItFinishes) {
  const auto work = []() -> int { throw BudgetExceeded("facts", "too many"); };
  int asked = 0;
  const auto check = [&asked] {
    if (++asked > 2) throw BudgetExceeded("time", "time");
  };
  const auto began = std::chrono::steady_clock::now();
  EXPECT_THROW(explore::beside(*scout_, check, work), BudgetExceeded);
  scout_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
}

}  // namespace
}  // namespace ldfi::test
