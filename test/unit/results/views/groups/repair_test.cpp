#include "results/views/groups/repair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "test/unit/results/views/groups/sample_wishes.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;

std::string written(const std::string& name, const std::string& text) {
  std::string path = ::testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

std::vector<bool> dead_with(const RunRecord& run) {
  return dead(Subject(run, run.cells[0]), run.cells[0]);
}

TEST(Repair, KillsWhatItIsTheCauseOf) {
  const RunRecord run = wishes_run();
  EXPECT_THAT(dead_with(run), ElementsAre(false, false, false, false));
  const std::string path = written("repair_wishes.ded", repaired_wishes);
  EXPECT_THAT(dead_with(repaired(run, path)), ElementsAre(true, false, false, false));
}

TEST(Repair, KeepsConstantsAndSpecifications) {
  RunRecord run = wishes_run();
  run.program.insert(run.program.begin(), {"-D LAST=2", "set LAST = 2;"});
  run.program.push_back(
      {"sample.spec", "spec dull info always; dull(Y) :- wish(Y), Y == \"x\";\n"});
  const std::string path = written("repair_two.ded", repaired_wishes);
  std::vector<std::string> names;
  for (const SourceText& source : repaired(run, path).program) names.push_back(source.name);
  EXPECT_THAT(names, ElementsAre("-D LAST=2", path, "sample.spec"));
}

TEST(Repair, AsksForWhatEachFalsifierIsListedFor) {
  RunRecord run = wishes_run();
  run.program.push_back({"sample.spec",
                         "spec dull info always; dull(Y) :- wish(Y);\n"
                         "spec early major after 1; early(Y) :- wish(Y), notin got(Y, _);\n"});
  run.cells[0].specifications = {{{}, Verdict::counterexample, {0, 1, 2, 3}},
                                 {{}, Verdict::broken, {}},
                                 {{}, Verdict::counterexample, {0}}};
  run.cells[0].specifications[0].says.name = invariant_name;
  run.cells[0].specifications[1].says.name = "dull";
  run.cells[0].specifications[2].says.name = "early";
  const std::string path = written("repair_three.ded", repaired_wishes);
  EXPECT_THAT(dead_with(repaired(run, path)), ElementsAre(false, false, false, false));
  run.cells[0].specifications[2].falsifiers.clear();
  EXPECT_THAT(dead_with(repaired(run, path)), ElementsAre(true, false, false, false));
}

TEST(Repair, IncludesFilesOfItsFolders) {
  const std::string other = ::testing::TempDir() + "repair_other";
  std::filesystem::create_directories(other + "/below");
  written("repair_other/base.ded", wishes);
  const std::string path =
      written("repair_other/below/four.ded",
              "include \"../base.ded\";\n" + repaired_wishes.substr(wishes.size()));
  EXPECT_THROW(repaired(wishes_run(), path), SourcedError);
  EXPECT_THAT(dead_with(repaired(wishes_run(), path, {other})),
              ElementsAre(true, false, false, false));
}

TEST(Repair, MustBeAProgram) {
  EXPECT_THROW(repaired(wishes_run(), ::testing::TempDir() + "no.ded"), std::exception);
}

}  // namespace
}  // namespace ldfi::results
