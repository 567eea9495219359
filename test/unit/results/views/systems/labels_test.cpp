#include "results/views/systems/labels.hpp"

#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

bool apart(const Box& a, const Box& b) {
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}

TEST(Labels, StandWhereThereIsRoom) {
  Labels labels;
  const std::vector<Point> places{{0, 0}, {0, 5}, {0, 40}};
  const Box first = labels.place({"append#3"}, places);
  const Box second = labels.place({"append#4"}, places);
  EXPECT_TRUE(apart(first, second));
  EXPECT_EQ(first.top, 0);
  EXPECT_EQ(second.top, 40);
}

TEST(Labels, StandAtTheFirstPlaceIfThereIsNone) {
  Labels labels;
  labels.take({-100, -100, 1000, 1000});
  EXPECT_EQ(labels.place({"a"}, {{3, 4}, {5, 6}}).left, 3);
}

TEST(Labels, AMiddleIsTheMiddle) {
  Labels labels;
  const Box box = labels.place_around({"abc", "d"}, {{50, 50}});
  EXPECT_DOUBLE_EQ((box.left + box.right) / 2, 50);
  EXPECT_DOUBLE_EQ((box.top + box.bottom) / 2, 50);
}

}  // namespace
}  // namespace ldfi::results
