#include "common/dedalus/language/invariant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Invariant, FindsPreAndPost) {
  const std::string rules = "good(N) :- a(N, _); post(N) :- a(N, _); pre(N, X) :- a(N, X);";
  EXPECT_THAT(codes(rules + given), ElementsAre("invariant@1:41"));
  const Program p = check(rules + given, {.nodes = {}, .eot = {}, .pre = "good"});
  EXPECT_EQ(p.relation(p.pre.value()).name, "good");
  EXPECT_EQ(p.relation(p.post.value()).name, "post");
  EXPECT_THAT(codes("pre(N) :- a(N, _);" + given), ElementsAre("invariant@1:1"));
  EXPECT_THAT(codes("post(N) :- a(N, _);" + given), IsEmpty());
}

TEST(Invariant, OfAProgramWithoutPreIsSaidInWords) {
  const auto words = [](const std::string& rules) {
    return implied_invariant(check(rules + given));
  };
  EXPECT_EQ(words("pre(N) :- a(N, _); post(N) :- a(N, _);"), "");
  EXPECT_EQ(words("post(N) :- a(N, _);"),
            "each tuple that `post` has at EOT without faults must be in `post` with faults, too "
            "(the program has no `pre`)");
  EXPECT_EQ(words("a(N, X)@next :- a(N, X);"),
            "each tuple that `a` has at EOT without faults must hold with faults, too (the program "
            "has neither `pre` nor `post`)");
  EXPECT_THAT(words("e2(N) :- a(N, _);"), testing::StartsWith("none: "));
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
