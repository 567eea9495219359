#include "common/record/cell_names.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(CellNames, SayWhereTheCellsDiffer) {
  std::vector<Cell> cells(2);
  cells[0].fspec = {6, 4, 1, {"a", "b"}};
  cells[1].fspec = {6, 3, 1, {"a", "b"}};
  for (Cell& cell : cells) cell.fspec.restarts = 2;
  EXPECT_EQ(CellNames(cells).of(cells[1]), "6,3,1");
  EXPECT_EQ(CellNames(cells).varied(cells[1]), Budgets());
  cells[1].fspec.limits.faults = 3;
  EXPECT_EQ(CellNames(cells).of(cells[1]), "6,3,1,max-faults=3");
  EXPECT_EQ(CellNames(cells).of(cells[0]), "6,4,1");
  cells[0].fspec.restarts = 0;
  EXPECT_EQ(CellNames(cells).of(cells[0]), "6,4,1,restarts=0");
  EXPECT_EQ(CellNames({}).of(cells[0]), "6,4,1");
  cells[0].params = {"LEASE=3", "WHO=\x1b[m"};
  EXPECT_EQ(CellNames(cells).of(cells[0]), "6,4,1,restarts=0,LEASE=3,WHO=\\x1b[m");
}

}  // namespace
}  // namespace ldfi
