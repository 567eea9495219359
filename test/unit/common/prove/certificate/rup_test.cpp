#include "common/prove/certificate/rup.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace ldfi::certificate {
namespace {

std::string refuted(const std::vector<Clause>& clauses, const std::string& proof) {
  std::istringstream stream(proof);
  return refutes(clauses, stream);
}

const std::vector<Clause> all_of_two = {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}};

TEST(RupTest, PropagationAloneNeedsNoLemma) {
  EXPECT_EQ(refuted({{1}, {-1, 2}, {-2}}, ""), "");
  EXPECT_EQ(refuted({{}}, ""), "");
  EXPECT_EQ(refuted({{3}, {-3}}, ""), "");
}

TEST(RupTest, LemmasHaveToFollow) {
  EXPECT_EQ(refuted(all_of_two, "1 0\n"), "");
  EXPECT_EQ(refuted({{1, 2}, {1, -2}, {-1, 2}}, "1 0\n0\n"),
            "the clause in line 2 does not follow from earlier clauses");
  EXPECT_EQ(refuted({{1, 2, 3}}, "1 0\n"),
            "the clause in line 1 does not follow from earlier clauses");
}

TEST(RupTest, WithoutALemmaThereIsNoContradiction) {
  EXPECT_EQ(refuted(all_of_two, ""), "the proof ends without a contradiction");
  EXPECT_EQ(refuted(all_of_two, "1 2 0\n"), "the proof ends without a contradiction");
}

TEST(RupTest, WhatIsTakenAwayProvesNothing) {
  EXPECT_EQ(refuted(all_of_two, "d 2 1 0\n1 0\n"),
            "the clause in line 2 does not follow from earlier clauses");
  EXPECT_EQ(refuted({{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {3, 4}}, "d 1 3 0\n1 0\n"),
            "");  // the proof deletes a clause that does not exist
}

/// So the size of the clauses bounds the cost of a hostile proof.
TEST(RupTest, LemmasHaveTheVariablesOfTheClauses) {
  EXPECT_EQ(refuted(all_of_two, "1 3 0\n1 0\n"), "line 1 is not a clause");
  EXPECT_EQ(refuted(all_of_two, "d 99999999 0\n1 0\n"), "line 1 is not a clause");
}

TEST(RupTest, RefusesWhatIsNoClause) {
  for (const char* text :
       {"1 2\n", "x 0\n", "\n", "1 2 0 3x", "999999999999 0\n", "-2147483648 0\n"}) {
    const std::string wrong = refuted({{1, 2}}, text);
    EXPECT_NE(wrong, "") << text;
  }
}

}  // namespace
}  // namespace ldfi::certificate
