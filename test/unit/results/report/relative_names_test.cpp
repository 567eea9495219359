#include "results/report/relative_names.hpp"

#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

RunRecord sample() {
  RunRecord run;
  run.config_name = "/x/farm/configs/a.yaml";
  run.program = {{"/x/farm/protocols/a.ded", ""}, {"/x/farm/protocols/b.ded", ""}};
  run.command_line = {"/x/bin/ldfi-farm", "/x/farm/configs/a.yaml", "-t", "4", "/x/farmyard"};
  run.options = {{"program", "/x/farm/protocols/a.ded"}, {"eot", "4"}};
  return run;
}

TEST(Relative, NamesBeginInTheFolderThatHoldsAllFiles) {
  const RunRecord run = with_relative_names(sample());
  EXPECT_EQ(run.config_name, "configs/a.yaml");
  EXPECT_EQ(run.program[0].name, "protocols/a.ded");
  EXPECT_EQ(run.program[1].name, "protocols/b.ded");
  EXPECT_EQ(run.command_line,
            (std::vector<std::string>{"ldfi-farm", "configs/a.yaml", "-t", "4", "/x/farmyard"}))
      << "another folder is not of these files";
  EXPECT_EQ(run.options[0].second, "protocols/a.ded");
  EXPECT_EQ(run.options[1].second, "4");
}

TEST(Relative, StoredFalsifiersAreOfAFileWithoutItsFolder) {
  RunRecord run;
  run.known = {{"/y/old.h5 f1", "O(a,b,1)"}, {"of/old.h5 f2", "none"}};
  run.options = {{"known", "/y/old.h5; C(a,1); of/old.h5; /z/older.json"}};
  const RunRecord shown = with_relative_names(run);
  EXPECT_EQ(shown.options[0].second, "old.h5; C(a,1); of/old.h5; older.json");
  EXPECT_EQ(shown.known[0].name, "old.h5 f1");
  EXPECT_EQ(shown.known[1].name, "of/old.h5 f2");
}

TEST(Relative, NamesThatAreRelativeStay) {
  RunRecord run;
  run.program = {{"../a.ded", ""}};
  run.command_line = {"ldfi-farm", "../a.ded"};
  EXPECT_EQ(with_relative_names(run).program[0].name, "../a.ded");
  run.config_name = "/a.yaml";
  EXPECT_EQ(with_relative_names(run).config_name, "/a.yaml") << "the root hides nothing";
}

}  // namespace
}  // namespace ldfi::results
