#include "common/prove/certificate/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {
namespace {

std::string wrong(const std::string& text) {
  try {
    parse({{"p.ded", text}}, {});
  } catch (const Rejected& e) {
    return e.what();
  }
  return "";
}

TEST(ProgramTest, ReadsWhatARuleSays) {
  const Program p = parse(
      {{"p.ded", "/* two\nlines */ p(N, X + 1)@next :- p(N, X), notin q(_, X)@3, X < -2; // end"}},
      {});
  ASSERT_EQ(p.rules.size(), 1U);
  const Rule& rule = p.rules[0];
  EXPECT_EQ(rule.when, When::next);
  EXPECT_EQ(rule.where, "p.ded:2");
  EXPECT_EQ(rule.variables, 2);
  ASSERT_EQ(rule.body.size(), 2U);
  EXPECT_TRUE(rule.body[1].negated);
  EXPECT_EQ(rule.body[1].tick, 3);
  EXPECT_EQ(rule.comparisons[0].right[0].term.constant, (Value{false, -2}));
}

TEST(ProgramTest, ConstantsStandForValuesInAllFiles) {
  const std::map<std::string, std::string> given{{"WHO", "\"b\""}};
  const Program p = parse(
      {{"one.ded", "p(WHO, N)@1;"}, {"two.ded", "const WHO = \"a\"; const N = 1; set N = 2;"}},
      given);
  ASSERT_EQ(p.facts.size(), 1U);
  EXPECT_EQ(p.strings[static_cast<std::size_t>(p.facts[0].tuple[0].number)], "b");
  EXPECT_EQ(p.facts[0].tuple[1], (Value{false, 2}));
}

TEST(ProgramTest, SaysWhereItIsWrong) {
  EXPECT_THAT(wrong("p(\"a\")@1;\np(\"a\"@1;"), testing::StartsWith("p.ded:2: expected `)`"));
  EXPECT_THAT(wrong("p(X)@1;"), testing::HasSubstr("not a constant"));
  EXPECT_THAT(wrong("p(\"a\")@0;"), testing::HasSubstr("expected a tick at `0`"));
  EXPECT_THAT(wrong("p(\"a\");"), testing::HasSubstr("a fact has no tick"));
  EXPECT_THAT(wrong("p(99999999999999999999)@1;"), testing::HasSubstr("64 bits"));
  EXPECT_THAT(wrong("p(\"a)@1;"), testing::HasSubstr("string is not closed"));
  EXPECT_THAT(wrong("/* p"), testing::HasSubstr("comment is not closed"));
  EXPECT_THAT(wrong("spec p critical always;"),
              testing::HasSubstr("a specification must be in a file of specifications"));
  EXPECT_THAT(wrong("p(X) :- q(X), X ! 2;"), testing::HasSubstr("comparison"));
  EXPECT_THAT(wrong("p(" + std::string(1000, '(') + "1;"),
              testing::HasSubstr("nests more than 200 deep"));
}

TEST(UnrollTest, RefusesWhatHasNoMeaning) {
  const auto unrolled = [](const std::string& text) {
    Program p = parse({{"p.ded", text}}, {});
    try {
      Limits limits;
      limits.nodes = {"a"};
      limits.eot = 3;
      unroll(p, limits);
    } catch (const Rejected& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(unrolled("p(\"a\")@1; post(X) :- p(X);"), "");
  EXPECT_THAT(unrolled("p(\"a\")@1; post(X) :- p(X), notin post(X);"),
              testing::HasSubstr("depends on its own absence"));
  EXPECT_THAT(unrolled("p(\"a\")@1; post(Y) :- p(X);"),
              testing::HasSubstr("a variable has no value"));
  EXPECT_THAT(unrolled("p(\"a\")@1; post(X) :- p(X, X);"), testing::HasSubstr("columns"));
  EXPECT_THAT(unrolled("p(\"a\")@1; post(X) :- p(X), X < 1;"), testing::HasSubstr("no order"));
  EXPECT_THAT(unrolled("p(\"a\")@1;"), testing::HasSubstr("does not derive post"));
}

}  // namespace
}  // namespace ldfi::certificate
