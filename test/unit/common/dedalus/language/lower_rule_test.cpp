// The front end refuses rules that the language forbids.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Safety, AHeadNeedsItsVariables) {
  EXPECT_THAT(codes("r(N, X, Y) :- a(N, X);" + given), ElementsAre("unbound@1:9"));
  EXPECT_THAT(codes("r(N, X + Y) :- a(N, X);" + given), ElementsAre("unbound@1:10"));
  EXPECT_THAT(codes("r(N, _) :- a(N, X);" + given), ElementsAre("unbound@1:6"));
  EXPECT_THAT(codes("r(N, sum<Y>) :- a(N, X);" + given), ElementsAre("unbound@1:10"));
}

TEST(Safety, NegatedVariablesMeanAnyValue) {
  const std::string rule = "r(N) :- a(N, X), notin b(_, Y), notin b(N, Y);";
  EXPECT_THAT(codes(rule + given), ElementsAre("negated-variable@1:29"));
  const Program p = check(rule + given);
  const auto& negative = p.rules.at(0).negative;
  EXPECT_EQ(negative[0].arguments[0].kind, Term::Kind::wildcard);
  EXPECT_EQ(negative[0].arguments[1].kind, Term::Kind::wildcard);
  EXPECT_EQ(negative[1].arguments[0].kind, Term::Kind::variable);
}

TEST(Safety, NeedsAPositiveLiteral) {
  EXPECT_THAT(codes("r(\"x\") :- notin a(_, _);" + given), ElementsAre("no-positive@1:1"));
  EXPECT_THAT(codes("r(\"x\") :- 1 < 2;" + given), ElementsAre("no-positive@1:1"));
}

TEST(Safety, OnlyTheBodyMayNameATick) {
  EXPECT_THAT(codes("r(N) @ 5 :- a(N, _);" + given), ElementsAre("rule-time@1:8"));
  EXPECT_THAT(codes("r(N) :- a(N, _)@next;" + given), ElementsAre("rule-time@1:17"));
  EXPECT_THAT(codes("r(N) :- a(N, _)@0;" + given), ElementsAre("rule-time@1:17"));
  const Program p = check("r(N) :- a(N, _)@2, notin b(N, _)@3; a(\"n\", 1)@2;" + given);
  EXPECT_EQ(p.rules.at(0).positive.at(0).at, Time(2));
  EXPECT_EQ(p.rules.at(0).earliest, Time(3));
  ASSERT_EQ(p.warnings.size(), 1U);
  EXPECT_EQ(p.warnings[0].code, "late-premise");
  EXPECT_THAT(codes("r(N) :- a(N, _)@1;" + given), IsEmpty());
}

TEST(Safety, AggregatesAreDeductive) {
  EXPECT_THAT(codes("r(N, sum<X>)@next :- a(N, X);" + given), ElementsAre("aggregate@1:6"));
  EXPECT_THAT(codes("r(N, sum<X>, 2 * Y, \"c\") :- a(N, X), b(N, Y);" + given), IsEmpty());
}

}  // namespace
}  // namespace ldfi::dedalus
