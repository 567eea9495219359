#include "common/base/ids.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(Ids, AreOrderedAndCountFromZero) {
  EXPECT_LT(NodeId(1), NodeId(2));
  EXPECT_EQ(NodeId().index(), 0U);
  EXPECT_EQ(Time(3).next(), Time(4));
  EXPECT_EQ(Time().tick(), 0);
}

}  // namespace
}  // namespace ldfi
