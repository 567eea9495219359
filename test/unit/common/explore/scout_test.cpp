#include "common/explore/scout.hpp"

#include <gtest/gtest.h>

#include <chrono>

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
  scout_.start();  // the destructor waits for no level to end
}

}  // namespace
}  // namespace ldfi::test
