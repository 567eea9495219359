#include <gmock/gmock.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Types, ComeFromFacts) {
  const Program p = check("a(\"x\", 1)@1; b(N, X) :- a(N, X); c(X) :- b(_, X);");
  EXPECT_EQ(shape(p, "b"), "b(si)");
  EXPECT_EQ(shape(p, "c"), "c(i)");
}

TEST(Types, FlowAgainstTheRules) {
  const Program p = check("b(N, X) :- a(N, X); c(N) :- b(N, X), X > 3;");
  EXPECT_EQ(shape(p, "a"), "a(si)");
}

TEST(Types, FlowThroughComparisonsAndNegation) {
  const Program p =
      check("r(N) :- a(N, X), b(N, Y), c(N, Z), X == Y, notin d(N, Z), notin d(N, Y), Y != 4;");
  for (const char* name : {"a", "b", "c", "d"})
    EXPECT_EQ(shape(p, name), std::string(name) + "(si)");
}

TEST(Types, AreStringsWithoutEvidence) {
  EXPECT_EQ(shape(check("r(N, X) :- a(N, X), X == X;"), "a"), "a(ss)");
}

TEST(Types, OfArithmeticAndAggregates) {
  const Program p = check(R"(
    n(N, count<X>) :- a(N, X);
    m(N, max<X>) :- b(N, X);
    s(N, sum<X>, min<Y>) :- c(N, X, Y);
    t(N, X + 1) :- d(N, X);)");
  EXPECT_EQ(shape(p, "n"), "n(si)");
  EXPECT_EQ(shape(p, "a"), "a(ss)");
  EXPECT_EQ(shape(p, "b"), "b(si)");
  EXPECT_EQ(shape(p, "m"), "m(si)");
  EXPECT_EQ(shape(p, "c"), "c(sii)");
  EXPECT_EQ(shape(p, "s"), "s(sii)");
  EXPECT_EQ(shape(p, "d"), "d(si)");
  EXPECT_EQ(p.rules[3].head_terms[0].expression.type, ColumnType::string);
  EXPECT_EQ(p.rules[3].head_terms[1].expression.type, ColumnType::integer);
}

TEST(Types, OfExpressionsAreSettledInComparisons) {
  const Program p = check("r(N) :- a(N, X, Y), X == \"s\", Y < 3;");
  const auto& comparisons = p.rules.at(0).comparisons;
  EXPECT_EQ(comparisons[0].left.type, ColumnType::string);
  EXPECT_EQ(comparisons[0].right.type, ColumnType::string);
  EXPECT_EQ(comparisons[1].left.type, ColumnType::integer);
}

TEST(Types, OfCrashAreBuiltIn) {
  const Program p =
      check("dead(N, T) :- a(N), crash(N, _, T); late(N) :- dead(N, T), T > 2; a(\"x\")@1;");
  EXPECT_EQ(shape(p, "crash"), "crash(ssi)");
  EXPECT_EQ(shape(p, "dead"), "dead(si)");
  ASSERT_TRUE(p.timeless);
  EXPECT_FALSE(check("a(\"x\")@1;").timeless);
}

TEST(Types, ConflictsNameBothPlaces) {
  try {
    check("a(\"x\", 1)@1;\nb(N) :- a(N, X), X == \"y\";");
    FAIL() << "no error";
  } catch (const InputError& e) {
    ASSERT_EQ(e.diagnostics().size(), 1U);
    const Diagnostic& d = e.diagnostics().front();
    EXPECT_EQ(d.code, "type");
    EXPECT_EQ(d.where.line, 2);
    EXPECT_EQ(d.where.column, 18);
    EXPECT_THAT(d.hints, ElementsAre(HasSubstr("test.ded:1:8"), HasSubstr("is a string, `7`")));
  }
}

TEST(Types, ReportEveryConflict) {
  EXPECT_THAT(codes("a(\"x\", 1)@1; a(\"x\", \"1\")@1; a(2, \"3\")@1;"),
              ElementsAre("type@1:21", "type@1:31", "type@1:34"));
  EXPECT_THAT(codes("r(N) :- a(N, X), \"a\" < 3; a(\"x\", 1)@1;"), ElementsAre("type@1:18"));
  EXPECT_THAT(codes("r(N) :- a(N, X), X + \"a\" == 3; a(\"x\", 1)@1;"), ElementsAre("type@1:22"));
}

TEST(Types, ConflictsInLocationColumnsHarmNoLaterPass) {
  EXPECT_THAT(codes("log(\"a\", \"x\")@1; peer(\"a\", \"b\")@1; peer(\"a\", 9)@1;\n"
                    "log(M, P)@async :- log(N, P), peer(N, M);\nlog(7, P)@next :- log(N, P);"),
              ElementsAre("type@1:46", "type@3:5"));
}

TEST(Types, AllowEqualityOfAnything) {
  EXPECT_THAT(codes("r(N) :- a(N, X), X == 1, N != \"y\"; a(\"x\", 1)@1;"), IsEmpty());
}

}  // namespace
}  // namespace ldfi::dedalus
