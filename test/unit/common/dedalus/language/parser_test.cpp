#include "common/dedalus/language/parser.hpp"

#include <gmock/gmock.h>

#include "common/dedalus/language/arithmetic.hpp"
#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Returns the value of an expression, which the whole front end has read as part of a rule.
Value value_of(const std::string& expression) {
  const Program p = check("r(N, " + expression + ") :- a(N, X); a(\"n\", 7)@1;");
  ArithmeticFault fault;
  const Value binding[] = {0, 7};
  return evaluate(p.rules.at(0).head_terms.at(1).expression, binding, fault).value();
}

TEST(Parser, GivesArithmeticTheUsualPrecedence) {
  EXPECT_EQ(value_of("1 + 2 * 3"), 7);
  EXPECT_EQ(value_of("(1 + 2) * 3"), 9);
  EXPECT_EQ(value_of("10 - 3 - 2"), 5);
  EXPECT_EQ(value_of("100 / 10 / 3 * 2"), 6);
  EXPECT_EQ(value_of("-7 / 2"), -3);
  EXPECT_EQ(value_of("-X + 1"), -6);
  EXPECT_EQ(value_of("2-1"), 1);
  EXPECT_EQ(value_of("2 - -1"), 3);
  EXPECT_EQ(value_of("-(X - 10) * 2"), 6);
  EXPECT_EQ(value_of("- - X"), 7);
  EXPECT_EQ(value_of("-9223372036854775808"), std::numeric_limits<Value>::min());
}

TEST(Parser, ReadsEveryKindOfStatement) {
  const Program p = check(R"(
    log(Node2, P)@async :- log(Node, P), peer(Node, Node2), Node != Node2;
    log(N, P)@next :- log(N, P);
    size(N, count<P>, N) :- log(N, P), notin gone(N, _), 1 < 2;
    log("a", "x")@1; peer("a", "b")@2; gone("b", "")@1;)");
  ASSERT_EQ(p.rules.size(), 3U);
  EXPECT_EQ(p.rules[0].kind, RuleKind::async);
  EXPECT_EQ(p.rules[0].slot_names, (std::vector<std::string>{"Node", "P", "Node2"}));
  EXPECT_EQ(p.rules[0].location, (Term{Term::Kind::variable, 0, 0}));
  EXPECT_EQ(p.rules[1].kind, RuleKind::inductive);
  EXPECT_EQ(p.rules[2].kind, RuleKind::deductive);
  EXPECT_TRUE(p.rules[2].has_aggregate);
  EXPECT_EQ(p.rules[2].negative.size(), 1U);
  EXPECT_EQ(p.rules[2].comparisons.size(), 1U);
  EXPECT_EQ(p.rules[2].head_terms[1].aggregate, AggregateKind::count);
  ASSERT_EQ(p.facts.size(), 3U);
  EXPECT_EQ(p.facts[1].at, Time(2));
}

TEST(Parser, KeepsTheTextOnOneLine) {
  const Program p =
      check("a(\"n\", \"x\")@1;\n r( N ,\n\tP ) :- // why\n  a(N, P), /* and */ P != \"//  x\";");
  EXPECT_EQ(p.rules.at(0).text, "r( N , P ) :- a(N, P), P != \"//  x\";");
}

TEST(Parser, TakesWordsOfTheSyntaxAsNames) {
  EXPECT_THAT(codes("include(N) :- next(N, async), async == count, 3 < 4; next(\"a\", \"b\")@1;"),
              ElementsAre("unbound@1:40"));
  EXPECT_THAT(codes("include(next) :- async(next); async(\"a\")@1; min(N) :- include(N);"),
              IsEmpty());
}

TEST(Parser, GoesOnBehindAnError) {
  EXPECT_THAT(codes("a(;\nb(\"x\" ;\nc(\"x\")@1;\nd(X)@1;\ne(\"x\")@1"),
              ElementsAre("syntax@1:3", "syntax@2:7", "fact@4:3", "syntax@5:8"));
}

TEST(Parser, TakesSpecAsANameWhereNoSpecificationStands) {
  const Program p = check("spec(\"a\")@1; after(X)@next :- spec(X); always(X) :- after(X);");
  EXPECT_EQ(p.rules.size(), 2U);
}

TEST(Parser, GoesOnBehindAnErrorInASpecification) {
  const auto found = [](const std::string& text) {
    Report report;
    SourceSet sources;
    sources.add("s.spec", text);
    const Constants constants(sources, report);
    Parser parser(FileId(std::size_t{0}), sources.text(FileId(std::size_t{0})), report, constants,
                  true);
    ast::Statement statement;
    int statements = 0;
    while (parser.next(statement)) ++statements;
    return std::to_string(statements) + "\n" + render(report.diagnostics(), sources);
  };
  using testing::HasSubstr;
  using testing::StartsWith;
  EXPECT_EQ(found("spec s major after 3 explains t \"x\"; s(N) :- a(N);"), "2\n");
  EXPECT_EQ(found("const T = 3; spec s major after T;"), "1\n");
  EXPECT_THAT(found("spec s major always\ns(N) :- a(N);"),
              testing::AllOf(StartsWith("1\n"), HasSubstr("a `;` is missing here")));
  EXPECT_THAT(found("spec s; s(N) :- a(N);"),
              testing::AllOf(StartsWith("1\n"), HasSubstr("critical, major, minor or info")));
  EXPECT_THAT(found("spec s major;"), HasSubstr("expected `always`, `finally` or `after`"));
  EXPECT_THAT(found("spec s major after;"), HasSubstr("expected a tick"));
  EXPECT_THAT(found("spec s major after -1;"), HasSubstr("expected a tick"));
  EXPECT_THAT(found("const T = \"x\"; spec s major after T;"),
              HasSubstr("`after` needs a tick, not a string"));
  EXPECT_THAT(found("spec s major always explains;"), HasSubstr("the name of a specification"));
  EXPECT_THAT(found("spec s major always \"a\" \"b\";"), HasSubstr("found `\"b\"`"));
  EXPECT_THAT(found("spec s major always \"a"), HasSubstr("this string is not closed on its line"));
}

TEST(Parser, BoundsNesting) {
  const auto nested = [](std::size_t depth, const char* open, const char* close) {
    std::string text = "r(N, ";
    for (std::size_t i = 0; i < depth; ++i) text += open;
    text += "1";
    for (std::size_t i = 0; i < depth; ++i) text += close;
    return text + ") :- a(N); a(\"n\")@1;";
  };
  EXPECT_THAT(codes(nested(200, "(", ")")), IsEmpty());
  EXPECT_THAT(codes(nested(201, "(", ")")), ElementsAre("limit@1:207"));
  EXPECT_THAT(codes(nested(1'000'000, "(", ")")), ElementsAre("limit@1:207"));
  EXPECT_THAT(codes(nested(1'000'000, "- ", "")), ElementsAre("limit@1:408"));
}

TEST(Parser, BoundsTheReport) {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "a(;";
  const auto found = codes(text);
  EXPECT_EQ(found.size(), 101U);
  EXPECT_EQ(found.back().substr(0, 8), "too-many");
}

}  // namespace
}  // namespace ldfi::dedalus
