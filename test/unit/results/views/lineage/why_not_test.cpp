#include "results/views/lineage/why_not.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/sample_subject.hpp"
#include "test/unit/results/views/lineage/support.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;

TEST(WhyNot, NamesTheNearestReason) {
  const Sample sample(R"(
start("a", 1)@1; limit("a", 5)@1; stop("a")@2;
start(X, N)@next :- start(X, N);
limit(X, N)@next :- limit(X, N);
big(X) :- start(X, N), limit(X, M), N > M;
go(X) :- start(X, _), notin start(X, _);
never(X) :- start(X, _), other(X);
other(X) :- never(X);
pre(X) :- start(X, _), notin big(X), notin go(X), notin other(X), notin crash(_, X, _);
post(X) :- start(X, _);
)",
                      3, {"a"});
  const std::string told = ask(sample, "none", "pre(a)@3");
  EXPECT_THAT(told, HasSubstr("not big(a)@3  a comparison fails"));
  EXPECT_THAT(told, HasSubstr("not go(a)@3  start(a,_)@3 holds"));
  EXPECT_THAT(told, HasSubstr("not other(a)@3  never(a)@3 does not hold"));
  EXPECT_THAT(told, HasSubstr("not crash(_,a,_)@3  a does not crash"));
}

}  // namespace
}  // namespace ldfi::results
