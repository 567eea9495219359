// If a variable occurs only in one negated premise, but twice, the program requires equal columns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
  // The positive premise binds N. So each column is compared with N, and no generated relation is
  // needed.
  EXPECT_THAT(codes("r(N) :- a(N), notin e(N, N, N);" + facts), IsEmpty());
}

TEST(Safety, EqualColumnsOfOneTypeOnly) {
  EXPECT_THAT(codes("b(\"n\", 1)@1; a(\"n\")@1; r(N) :- a(N), notin b(Y, Y);"),
              ElementsAre("negated-variable@1:46", "type@1:49"));
}

}  // namespace
}  // namespace ldfi::dedalus
