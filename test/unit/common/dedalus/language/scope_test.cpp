#include "common/dedalus/language/scope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Safety, AComparisonDoesNotBind) {
  EXPECT_THAT(codes("r(N) :- a(N, X), Y == X;" + given), ElementsAre("unbound@1:18"));
  EXPECT_THAT(codes("r(N, Y) :- a(N, X), Y == 3, Y != 4;" + given), ElementsAre("unbound@1:21"));
}

TEST(Safety, NegationDoesNotBind) {
  EXPECT_THAT(codes("r(N, Y) :- a(N, X), notin b(N, Y);" + given), ElementsAre("unbound@1:6"));
}

TEST(Safety, NegationMayStandBeforeItsVariables) {
  const Program p = check("r(N) :- notin b(N, X), a(N, X);" + given);
  EXPECT_THAT(p.warnings, IsEmpty());
  EXPECT_EQ(p.rules.at(0).location, p.rules.at(0).positive.at(0).arguments.at(0));
}

TEST(Safety, EachWildcardHasASlot) {
  const Program p = check("r(N) :- a(N, _), b(_, _);" + given);
  EXPECT_THAT(p.rules.at(0).slot_names, ElementsAre("N", "_", "_", "_"));
}

}  // namespace
}  // namespace ldfi::dedalus
