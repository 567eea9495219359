// What a single statement may not do.
#include <gmock/gmock.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string given = "\na(\"n\", 1)@1; b(\"n\", 1)@1;";

TEST(Safety, AHeadNeedsItsVariables) {
  EXPECT_THAT(codes("r(N, X, Y) :- a(N, X);" + given), ElementsAre("unbound@1:9"));
  EXPECT_THAT(codes("r(N, X + Y) :- a(N, X);" + given), ElementsAre("unbound@1:10"));
  EXPECT_THAT(codes("r(N, _) :- a(N, X);" + given), ElementsAre("unbound@1:6"));
  EXPECT_THAT(codes("r(N, sum<Y>) :- a(N, X);" + given), ElementsAre("unbound@1:10"));
}

TEST(Safety, AComparisonDoesNotBind) {
  EXPECT_THAT(codes("r(N) :- a(N, X), Y == X;" + given), ElementsAre("unbound@1:18"));
  EXPECT_THAT(codes("r(N, Y) :- a(N, X), Y == 3, Y != 4;" + given), ElementsAre("unbound@1:21"));
}

TEST(Safety, NegationDoesNotBind) {
  EXPECT_THAT(codes("r(N, Y) :- a(N, X), notin b(N, Y);" + given), ElementsAre("unbound@1:6"));
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

std::vector<std::string> rule_texts(const Program& program) {
  std::vector<std::string> out;
  for (const Rule& rule : program.rules) out.push_back(rule.text);
  return out;
}

TEST(Safety, ANegatedVariableThatRepeatsMeansEqual) {
  const std::string facts = "\na(\"n\", \"m\")@1; e(\"n\", \"x\", \"y\", \"z\")@1;";
  const std::string rule = "r(N) :- a(N, M), notin e(N, Z, Z, M), notin e(Z, Y, Z, Y);";
  EXPECT_THAT(codes(rule + facts), ElementsAre("negated-variable@1:29", "negated-variable@1:50"));
  const Program p = check(rule + facts);
  EXPECT_THAT(rule_texts(p), ElementsAre("e[2=3](V1, V2, V2, V4) :- e(V1, V2, V2, V4);",
                                         "e[1=3,2=4](V1, V2, V1, V2) :- e(V1, V2, V1, V2);", rule));
  const auto& negative = p.rules.at(2).negative;
  EXPECT_EQ(p.relation(negative[0].relation).name, "e[2=3]");
  EXPECT_EQ(p.relation(negative[0].relation).selection_of, p.find("e"));
  EXPECT_EQ(negative[0].arguments[0], p.rules.at(2).positive[0].arguments[0]);
  EXPECT_EQ(negative[0].arguments[1].kind, Term::Kind::wildcard);
  EXPECT_EQ(negative[0].arguments[2].kind, Term::Kind::wildcard);
  EXPECT_EQ(negative[0].arguments[3], p.rules.at(2).positive[0].arguments[1]);
  for (const Term& term : negative[1].arguments) EXPECT_EQ(term.kind, Term::Kind::wildcard);
}

TEST(Safety, EqualColumnsAreOneRelationForAllRules) {
  const std::string facts = "\na(\"n\")@1; e(\"n\", \"x\", \"y\")@1;";
  const Program p =
      check("r(N) :- a(N), notin e(N, X, X); s(N) :- a(N), notin e(_, Y, Y)@1;" + facts);
  EXPECT_EQ(p.rules.size(), 3U);
  EXPECT_EQ(p.rules[1].negative[0].relation, p.rules[2].negative[0].relation);
  EXPECT_THAT(codes("r(N) :- a(N), notin e(N, N, N);" + facts), IsEmpty());  // bound: no selection
}

TEST(Safety, EqualColumnsOfOneTypeOnly) {
  EXPECT_THAT(codes("b(\"n\", 1)@1; a(\"n\")@1; r(N) :- a(N), notin b(Y, Y);"),
              ElementsAre("negated-variable@1:46", "type@1:49"));
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

TEST(Safety, NeedsAPositiveLiteral) {
  EXPECT_THAT(codes("r(\"x\") :- notin a(_, _);" + given), ElementsAre("no-positive@1:1"));
  EXPECT_THAT(codes("r(\"x\") :- 1 < 2;" + given), ElementsAre("no-positive@1:1"));
}

TEST(Safety, FactsAreConstantAndTimed) {
  EXPECT_THAT(codes("a(n, 1)@1;"), ElementsAre("fact@1:3"));
  EXPECT_THAT(codes("a(\"n\", 1);"), ElementsAre("fact-time@1:1"));
  EXPECT_THAT(codes("a(\"n\", 1)@next;"), ElementsAre("fact-time@1:11"));
  EXPECT_THAT(codes("a(\"n\", 1)@0;"), ElementsAre("fact-time@1:11"));
  EXPECT_THAT(codes("a(\"n\", 1)@5;", {.nodes = {}, .eot = 4}), ElementsAre("late-fact@1:11"));
  EXPECT_THAT(codes("a(\"n\", 1)@4;", {.nodes = {}, .eot = 4}), IsEmpty());
}

TEST(Safety, OnlyTheBodyMayNameATick) {
  EXPECT_THAT(codes("r(N) @ 5 :- a(N, _);" + given), ElementsAre("rule-time@1:8"));
  EXPECT_THAT(codes("r(N) :- a(N, _)@next;" + given), ElementsAre("rule-time@1:17"));
  EXPECT_THAT(codes("r(N) :- a(N, _)@0;" + given), ElementsAre("rule-time@1:17"));
  const Program p = check("r(N) :- a(N, _)@2, notin b(N, _)@3;" + given);
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

TEST(Safety, ReservedNames) {
  EXPECT_THAT(codes("r(N) :- a(N, _), clock(N, N, 1);" + given), ElementsAre("reserved@1:18"));
  EXPECT_THAT(codes("crash(\"a\", \"b\", 1)@1;"), ElementsAre("reserved@1:1"));
  EXPECT_THAT(codes("r(N) :- a(N, _), notin crash(N, N, _);" + given), IsEmpty());
}

TEST(Safety, ArityIsThatOfTheFirstMention) {
  EXPECT_THAT(codes("r(N) :- a(N);\nr(N, N) :- a(N);\na(\"x\", 1)@1;"),
              ElementsAre("arity@2:1", "arity@3:1"));
}

TEST(Safety, WarnsOfWhatNeverHolds) {
  EXPECT_THAT(codes("r(N) :- a(N, X), notin c(N, X);" + given), ElementsAre("never-holds@1:24"));
  EXPECT_THAT(codes("x(N) :- a(N, _), notin pre(N), notin post(N);" + given), IsEmpty());
}

TEST(Invariant, FindsPreAndPost) {
  const std::string rules = "good(N) :- a(N, _); post(N) :- a(N, _); pre(N, X) :- a(N, X);";
  EXPECT_THAT(codes(rules + given), ElementsAre("invariant@1:41"));
  const Program p = check(rules + given, {.nodes = {}, .eot = {}, .pre = "good"});
  EXPECT_EQ(p.relation(p.pre.value()).name, "good");
  EXPECT_EQ(p.relation(p.post.value()).name, "post");
  EXPECT_THAT(codes("pre(N) :- a(N, _);" + given), ElementsAre("invariant@1:1"));
  EXPECT_THAT(codes("post(N) :- a(N, _);" + given), IsEmpty());
}

TEST(Persisted, IsACopyFromTickToTick) {
  const Program p = check(R"(
    a(N, X)@next :- a(N, X);
    b(N, X)@next :- a(N, X), b(N, X), notin c(N);
    c(N)@next :- a(N, _);
    d(N, X + 0)@next :- d(N, X);
    e(N, X)@next :- e(X, N);
    f(N, N)@next :- f(N, N);)" +
                          given);
  EXPECT_TRUE(relation(p, "a").persisted);
  EXPECT_TRUE(relation(p, "b").persisted);
  for (const char* name : {"c", "d", "e", "f"}) EXPECT_FALSE(relation(p, name).persisted) << name;
}

}  // namespace
}  // namespace ldfi::dedalus
