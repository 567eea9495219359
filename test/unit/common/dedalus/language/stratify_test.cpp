#include "common/dedalus/language/stratify.hpp"

#include <gmock/gmock.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> strata(const Program& p) {
  std::vector<std::string> out;
  for (const Stratum& s : p.strata) {
    std::string names;
    for (const RelationId r : s.relations) names += (names.empty() ? "" : " ") + p.relation(r).name;
    out.push_back(names + (s.recursive ? " *" : ""));
  }
  return out;
}

TEST(Stratify, PutsPremisesFirst) {
  const Program p = check("c(X) :- b(X), notin d(X); b(X) :- a(X); d(X) :- b(X); a(\"x\")@1;");
  const auto at = [&](const char* name) { return p.stratum_of[p.find(name)->index()]; };
  EXPECT_LT(at("a"), at("b"));
  EXPECT_LT(at("b"), at("d"));
  EXPECT_LT(at("d"), at("c"));
  EXPECT_EQ(p.strata.size(), 4U);
}

TEST(Stratify, KeepsRecursionTogether) {
  const Program p =
      check("q(X) :- r(X); r(X) :- q(X), e(X); q(X) :- e(X); s(X) :- s(X), q(X); e(\"x\")@1;");
  EXPECT_THAT(strata(p), ElementsAre("e", "r q *", "s *"));
  EXPECT_EQ(p.strata[1].rules.size(), 3U);
  EXPECT_EQ(p.strata[2].rules.size(), 1U);
}

TEST(Stratify, IgnoresTheNextTick) {
  const Program p = check(
      "on(X)@next :- e(X), notin on(X); n(X, count<Y>) :- t(X, Y); t(X, Y)@next :- n(X, Y);"
      "e(\"x\")@1;");
  for (const Stratum& s : p.strata) EXPECT_FALSE(s.recursive);
  std::size_t rules = 0;
  for (const Stratum& s : p.strata) rules += s.rules.size();
  EXPECT_EQ(rules, 1U) << "only deductive rules belong to strata";
}

TEST(Stratify, CountsPremisesAtATickAsWithin) {
  EXPECT_THAT(codes("p(X) :- e(X), notin p(X)@1; e(\"x\")@1;"), ElementsAre("unstratifiable@1:21"));
}

TEST(Stratify, ShowsTheCycle) {
  try {
    check("a(X) :- e(X), notin b(X);\nb(X) :- c(X);\nc(X) :- a(X);\ne(\"x\")@1;");
    FAIL() << "no error";
  } catch (const InputError& e) {
    ASSERT_EQ(e.diagnostics().size(), 1U);
    EXPECT_THAT(e.diagnostics()[0].message, HasSubstr("b -> a -> c -> b"));
    EXPECT_EQ(e.diagnostics()[0].where.column, 21);
  }
}

TEST(Stratify, RefusesAggregationOverItself) {
  EXPECT_THAT(codes("n(X, count<Y>) :- m(X, Y); m(X, Y) :- n(X, Y), e(X); e(\"x\")@1;"),
              ElementsAre("unstratifiable@1:1"));
  EXPECT_THAT(codes("n(X, count<Y>) :- m(X, Y); k(X, max<Y>) :- n(X, Y); m(\"x\", \"y\")@1;"),
              IsEmpty());
}

TEST(Stratify, NeedsNoDeepStack) {
  std::string text = "r0(\"x\")@1;";
  for (int i = 1; i <= 50'000; ++i) {
    text += "r" + std::to_string(i) + "(X) :- r" + std::to_string(i - 1) + "(X);";
  }
  text += "r0(X) :- r50000(X);";
  const Program p = check(text);
  ASSERT_EQ(p.strata.size(), 1U);
  EXPECT_EQ(p.strata[0].relations.size(), 50'001U);
}

}  // namespace
}  // namespace ldfi::dedalus
