#include "common/config/replay_command.hpp"

#include <gtest/gtest.h>

namespace ldfi::config {
namespace {

TEST(ReplayCommand, KeepsWhatSaysWhatRuns) {
  EXPECT_EQ(replay_command({"/x/ldfi-farm", "p.ded", "-I", "lib", "-D", "LEASE=7", "-t", "4",
                            "--stop", "all", "-f3", "--param=LEADER=a"},
                           "none", std::nullopt),
            "ldfi-farm p.ded -I lib -D LEASE=7 -t 4 -f3 --param=LEADER=a --replay none");
}

TEST(ReplayCommand, ReadsCombinedShortOptions) {
  const CellOfSweep cell{6, 4, 1};
  EXPECT_EQ(replay_command({"ldfi-farm", "p.ded", "-qc", "1", "-qN", "a,b", "-vt6"}, "none", cell),
            "ldfi-farm p.ded -N a,b -t 6 -f 4 -c 1 --replay none");
}

TEST(ReplayCommand, NamesFilesThatLookLikeOptions) {
  EXPECT_EQ(replay_command({"ldfi-farm", "-t", "6", "--", "-c.ded"}, "none", std::nullopt),
            "ldfi-farm -t 6 ./-c.ded --replay none");
}

TEST(ReplayCommand, NamesTheCellOfASweep) {
  const std::vector<std::string> line{
      "ldfi-farm",    "p.ded", "--sweep-restarts", "0..2", "-c", "1",
      "--partitions", "1",     "--crash-model",    "stop"};
  CellOfSweep cell{6, 4, 1};
  EXPECT_EQ(replay_command(line, "none", cell),
            "ldfi-farm p.ded --partitions 1 --crash-model stop -t 6 -f 4 -c 1 --replay none");
  cell.budgets.of<Outage>() = cell.varied.of<Outage>() = 0;
  cell.crash_model = CrashModel::stop;
  EXPECT_EQ(replay_command(line, "none", cell),
            "ldfi-farm p.ded --partitions 1 -t 6 -f 4 -c 1 --restarts 0 --crash-model stop "
            "--replay none");
}

TEST(ReplayCommand, SetsTheConstantsOfTheCell) {
  const std::vector<std::string> line{
      "ldfi-farm", "p.ded", "-D", "A=1", "--sweep-param", "LEASE=3,5", "--sweep-param=B=x,\"y z\""};
  CellOfSweep cell{6, 4, 0};
  cell.params = {"LEASE=5", "B=\"y z\""};
  EXPECT_EQ(replay_command(line, "none", cell),
            "ldfi-farm p.ded -D A=1 -t 6 -f 4 -c 0 -D LEASE=5 -D 'B=\"y z\"' --replay none");
}

TEST(ReplayCommand, KeepsTheOnlyValueOfAnAxis) {
  const std::vector<std::string> line{
      "ldfi-farm", "p.ded", "--max-failures", "3", "--sweep-restarts=1", "-t", "6"};
  EXPECT_EQ(replay_command(line, "none"),
            "ldfi-farm p.ded --max-failures 3 --sweep-restarts=1 -t 6 --replay none");
  CellOfSweep cell{6, 4, 0};
  cell.budgets = {Budgets::all(Budgets::any)};
  cell.budgets.of<Outage>() = 1;
  cell.budgets.of<Partition>() = cell.budgets.of<Pause>() = 0;
  cell.budgets.of<DeadDisk>() = 3;
  cell.crash_model = CrashModel::stop;
  EXPECT_EQ(replay_command(line, "none", cell),
            "ldfi-farm p.ded --max-failures 3 -t 6 -f 4 -c 0 --restarts 1 --crash-model stop "
            "--replay none");
  cell.varied[Budgets::faults] = 3;
  EXPECT_EQ(replay_command(line, "none", cell),
            "ldfi-farm p.ded -t 6 -f 4 -c 0 --restarts 1 --max-faults 3 --crash-model stop "
            "--replay none");
}

}  // namespace
}  // namespace ldfi::config
