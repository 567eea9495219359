#include "common/record/overtaking.hpp"

#include <gtest/gtest.h>

#include "test/support/fspec.hpp"

namespace ldfi {
namespace {

Cell counted(const std::string& distinct) {
  FspecParameters fspec = test::fspec(4, 0, 0, {"a", "b"});
  fspec.delays.most = 2;
  fspec.delays.fifo = true;
  Cell out = empty_cell(Fspec(fspec));
  out.distinct_fault_sets = distinct;
  out.violating = 1;
  out.counts = {"2", "3", "4", std::nullopt, 1};
  return out;
}

TEST(OvertakingSets, AreThoseThatAreLeft) {
  EXPECT_EQ(overtaking_sets(counted("36")), "26");
  EXPECT_EQ(overtaking_sets(counted("10")), "0");
  EXPECT_EQ(overtaking_sets(counted("100000000000000000000000000")), "99999999999999999999999990");
}

TEST(OvertakingSets, NobodyKnows) {
  EXPECT_EQ(overtaking_sets(counted("9")), std::nullopt);
  EXPECT_EQ(overtaking_sets(counted("")), std::nullopt);
  EXPECT_EQ(overtaking_sets(counted("036")), std::nullopt);
  EXPECT_EQ(overtaking_sets(counted("many")), std::nullopt);
  Cell cell = counted("36");
  cell.fspec.delays.fifo = false;
  EXPECT_EQ(overtaking_sets(cell), std::nullopt);
  cell = counted("36");
  cell.counts.reset();
  EXPECT_EQ(overtaking_sets(cell), std::nullopt);
}

}  // namespace
}  // namespace ldfi
