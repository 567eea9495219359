#include "common/dedalus/language/vocabulary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Safety, ReservedNames) {
  EXPECT_THAT(codes("r(N) :- a(N, _), clock(N, N, 1);" + given), ElementsAre("reserved@1:18"));
  EXPECT_THAT(codes("crash(\"a\", \"b\", 1)@1;"), ElementsAre("reserved@1:1"));
  EXPECT_THAT(codes("r(N) :- a(N, _), notin crash(N, N, _);" + given), IsEmpty());
}

TEST(Safety, ArityIsThatOfTheFirstMention) {
  EXPECT_THAT(codes("r(N) :- a(N);\nr(N, N) :- a(N);\na(\"x\", 1)@1;"),
              ElementsAre("arity@2:1", "arity@3:1"));
}

TEST(Safety, WarnsOfWhatNeverHolds) {
  EXPECT_THAT(codes("r(N) :- a(N, X), notin c(N, X);" + given), ElementsAre("never-holds@1:24"));
  EXPECT_THAT(codes("x(N) :- a(N, _), notin pre(N), notin post(N);" + given), IsEmpty());
}

}  // namespace
}  // namespace ldfi::dedalus
