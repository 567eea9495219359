#include "common/prove/certificate/unroll.hpp"

#include <gtest/gtest.h>

namespace ldfi::certificate {
namespace {

/// Returns the number of literals in the formula that says that post is violated.
std::size_t literals(const std::string& text, int eot) {
  Program program = parse({{"p.ded", text}}, {});
  Limits limits;
  limits.nodes = {"a", "b"};
  limits.eot = eot;
  limits.last_loss = eot - 1;
  limits.crashes = 1;
  const Unrolled unrolled = unroll(program, limits);
  std::size_t out = 0;
  for (const Clause& c : unrolled.circuit.clauses({{unrolled.judged.at(0).violated}}))
    out += c.size();
  return out;
}

// At each tick, the promise asks whether a node crashes at any tick. The formula must not repeat the
// conjunction for this.
TEST(UnrollTest, WhatIsAskedOfAllTicksAtEachTickIsSaidOnce) {
  const std::string text =
      "say(\"a\", 1)@1; say(N, X)@next :- say(N, X);\n"
      "heard(\"b\", X)@async :- say(N, X); heard(N, X)@next :- heard(N, X);\n"
      "fine(N, X)@next :- heard(N, X), notin crash(_, N, _); fine(N, X)@next :- fine(N, X);\n"
      "pre(N, X) :- fine(N, X); post(N, X) :- heard(N, X);\n";
  const auto at = [&](int eot) { return static_cast<double>(literals(text, eot)); };
  EXPECT_LT(at(400), 2.5 * at(200));
  EXPECT_GT(at(400), 1.5 * at(200));
}

// Tuples that differ only in columns that the negated premise leaves open share one literal. Tuples of
// another node do not.
TEST(UnrollTest, WhatMustNotHoldIsAskedOfTheColumnsThatAreBound) {
  const auto violated = [](const std::string& negated) {
    Program program =
        parse({{"p.ded",
                "q(\"a\", 1)@1; q(\"a\", 2)@1; q(\"b\", 2)@1; r(\"a\", 2)@1; r(\"b\", 3)@1;\n"
                "pre(N, X) :- r(N, X); post(N, X) :- r(N, X), notin " +
                    negated + ";"}},
              {});
    Limits limits;
    limits.nodes = {"a", "b"};
    return unroll(program, limits).judged.at(0).violated == Circuit::yes;
  };
  EXPECT_TRUE(violated("q(N, X)"));
  EXPECT_TRUE(violated("q(N, 2)"));
  EXPECT_TRUE(violated("q(_, X)"));
  EXPECT_TRUE(violated("q(N, _)"));
  EXPECT_FALSE(violated("q(N, 3)"));
  EXPECT_FALSE(violated("q(\"c\", _)"));
}

}  // namespace
}  // namespace ldfi::certificate
