#include "common/dedalus/language/lower.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Safety, FactsAreConstantAndTimed) {
  EXPECT_THAT(codes("a(n, 1)@1;"), ElementsAre("fact@1:3"));
  EXPECT_THAT(codes("a(\"n\", 1);"), ElementsAre("fact-time@1:1"));
  EXPECT_THAT(codes("a(\"n\", 1)@next;"), ElementsAre("fact-time@1:11"));
  EXPECT_THAT(codes("a(\"n\", 1)@0;"), ElementsAre("fact-time@1:11"));
  EXPECT_THAT(codes("a(\"n\", 1)@5;", {.nodes = {}, .eot = 4}), ElementsAre("late-fact@1:11"));
  EXPECT_THAT(codes("a(\"n\", 1)@4;", {.nodes = {}, .eot = 4}), IsEmpty());
}

}  // namespace
}  // namespace ldfi::dedalus
