#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "results/app/commands.hpp"
#include "test/unit/results/views/groups/sample_wishes.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string told(const std::vector<std::string>& arguments, const RunRecord& run = wishes_run()) {
  std::vector<std::string> all{"groups", "x.h5"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return groups_text(run, {0}, parse_command_line(all));
}

std::string repair() {
  std::string path = ::testing::TempDir() + "groups_repair.ded";
  std::ofstream(path) << repaired_wishes;
  return path;
}

TEST(GroupsText, HasOneLineForEachRarestFirst) {
  const std::string text = told({});
  EXPECT_EQ(text.substr(text.find('\n') + 1),
            "                3 groups of 4 falsifiers, the rarest first; a group may have more "
            "than one bug\n  group  members  first  violates   rules  only here     faults\n  g1   "
            "        1  f2     invariant  +0 -1                O(a,c,1)\n  g2           1  f4     "
            "invariant  +0 -4  sample.ded:7  C(a,1)\n  g3           2  f1     invariant  +0 -0     "
            "           O(a,b,1) and 1 more family\n");
}

TEST(GroupsText, ListsAllMembersOfOneOrAll) {
  const std::string one = told({"g3"});
  EXPECT_THAT(one, HasSubstr("\n  g3            2 falsifiers, violates invariant\n"));
  EXPECT_THAT(one, HasSubstr("\n  members       f1  O(a,b,1)\n                f3  O(a,d,1)\n"));
  EXPECT_THAT(one, Not(HasSubstr("g1")));
  const std::string all = told({"--all", "--cut"});
  EXPECT_THAT(all, HasSubstr("\n  g1            1 falsifier, violates invariant\n"
                             "  stopped       got(Y, 2)@async :- right(X, Y);  (sample.ded:6)\n"
                             "  cut           O got\n"
                             "  members       f2  O(a,c,1)\n"));
  EXPECT_THAT(all, HasSubstr("\n  g3 "));
  EXPECT_THROW(told({"g4"}), UsageError);
  EXPECT_THROW(told({"x1"}), UsageError);
}

TEST(GroupsText, SaysWhichGroupsARepairKills) {
  const std::string text = told({"--without-cause", repair()});
  EXPECT_THAT(text, HasSubstr("\n                repaired: 1 of 4 falsifiers no longer violate\n"));
  EXPECT_THAT(text, HasSubstr("+0 -1                stays                             O(a,c,1)\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "+0 -0                splits: 1 of 2 no longer violate  O(a,b,1) and 1 more family\n"));
  EXPECT_THAT(
      told({"g3", "--without-cause", repair()}),
      HasSubstr("\n  repaired      splits: 1 of 2 no longer violate\n  die           f1\n"));
}

TEST(GroupsText, IsJsonOrCsv) {
  const std::string json = told({"--json", "--without-cause", repair()});
  EXPECT_THAT(json, HasSubstr("\"group\": \"g3\""));
  EXPECT_THAT(json, HasSubstr("\"not_grouped\": []"));
  EXPECT_THAT(json, HasSubstr("\"die\": [\n          \"f1\"\n        ]"));
  EXPECT_THAT(json, Not(HasSubstr("\"cut\"")));
  EXPECT_THAT(told({"--json", "--cut"}), HasSubstr("\"cut\": [\n          \"O got\"\n        ]"));
  EXPECT_EQ(told({"--csv"}),
            "cell,falsifier,faults,group,violates\r\n"
            "0,f1,\"O(a,b,1)\",g3,invariant\r\n"
            "0,f2,\"O(a,c,1)\",g1,invariant\r\n"
            "0,f3,\"O(a,d,1)\",g3,invariant\r\n"
            "0,f4,\"C(a,1)\",g2,invariant\r\n");
  EXPECT_THAT(told({"--csv", "--without-cause", repair()}),
              HasSubstr("violates,dies\r\n0,f1,\"O(a,b,1)\",g3,invariant,true\r\n"));
  EXPECT_THROW(told({"--csv", "--json"}), UsageError);
}

TEST(GroupsText, SaysThatThereIsNothingToGroup) {
  RunRecord run = wishes_run();
  run.cells[0].falsifiers.clear();
  EXPECT_THAT(told({}, run), HasSubstr("\n  none          the verdict is counterexample\n"));
}

}  // namespace
}  // namespace ldfi::results
