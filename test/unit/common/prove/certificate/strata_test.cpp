#include "common/prove/certificate/strata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace ldfi::certificate {
namespace {

using testing::ElementsAre;

/// Returns each component as the names of its relations, with `*` after a recursive one.
std::vector<std::string> order(const std::string& text) {
  const Program program = parse({{"p.ded", text}}, {});
  std::vector<std::string> out;
  for (const Component& component : components(program)) {
    std::string names;
    for (const int r : component.relations) {
      for (const auto& [name, number] : program.relations) names += number == r ? name : "";
    }
    out.push_back(names + (component.recursive ? "*" : ""));
  }
  return out;
}

TEST(StrataTest, WhatIsReadStandsBeforeWhatReadsIt) {
  EXPECT_THAT(order("c(X) :- b(X); b(X) :- a(X); a(1)@1;"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(order("b(X)@next :- a(X); a(X) :- b(X);"), ElementsAre("b", "a"));
}

TEST(StrataTest, RelationsThatReadEachOtherAreOne) {
  EXPECT_THAT(
      order("d(X) :- c(X); a(X) :- b(X); b(X) :- c(X); c(X) :- a(X); b(X) :- e(X); e(1)@1;"),
      ElementsAre("e", "cab*", "d"));
  EXPECT_THAT(order("a(X) :- a(X); b(X) :- c(X), a(X);"), ElementsAre("a*", "c", "b"));
}

TEST(StrataTest, RefusesCirclesThroughWhatIsAbsent) {
  EXPECT_THROW(order("a(X) :- b(X), notin c(X); c(X) :- a(X);"), Rejected);
  EXPECT_THROW(order("a(count<X>) :- b(X); b(X) :- a(X);"), Rejected);
  EXPECT_NO_THROW(order("a(X) :- b(X), notin c(X); c(X)@next :- a(X);"));
}

TEST(StrataTest, LongChainsAskTheClock) {
  std::string text = "z0(1)@1;";
  for (int i = 20'000; i > 0; --i)
    text += "z" + std::to_string(i) + "(X) :- z" + std::to_string(i - 1) + "(X);";
  const Program program = parse({{"p.ded", text}}, {});
  const std::vector<Component> all = components(program);
  ASSERT_EQ(all.size(), 20'001U);
  EXPECT_EQ(all.front().relations[0], program.relations.at("z0"));
  EXPECT_EQ(all.back().relations[0], program.relations.at("z20000"));
  EXPECT_THROW(components(program, [] { throw std::runtime_error("late"); }), std::runtime_error);
}

}  // namespace
}  // namespace ldfi::certificate
