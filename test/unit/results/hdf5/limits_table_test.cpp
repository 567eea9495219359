#include "results/hdf5/limits_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/hdf5/layout.hpp"
#include "test/unit/results/edited_file.hpp"
#include "test/unit/results/hdf5/file_reader.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LimitsTable : public EditedFile {
 protected:
  void SetUp() override {
    EditedFile::SetUp();
    Hdf5Sink(path()).write(sample_run_with_limits());
  }
  const std::string table_ = "/details/0002/limits";
};

TEST_F(LimitsTable, IsReadAsItWasWritten) {
  const RunRecord run = sample_run_with_limits();
  const RunRecord read = read_run(path());
  EXPECT_EQ(read.cells[2].fspec.limits, run.cells[2].fspec.limits);
  EXPECT_EQ(read.cells[2].executions[1].faults, run.cells[2].executions[1].faults);
  EXPECT_TRUE(read.cells[0].fspec.limits.none());
  EXPECT_TRUE(file_image(read) == file_image(run));
}

TEST_F(LimitsTable, HasARowForEachNumberAndName) {
  const FileReader file(path());
  EXPECT_EQ(file.attribute("/", "schema_version"), 8U);
  EXPECT_THAT(file.texts("/details/0000/limits", "limit"), ElementsAre("partitions"));
  EXPECT_THAT(file.texts(table_, "limit"),
              ElementsAre("omissions", "omissions_from", "omissions_from", "omissions_to",
                          "reliable", "reliable", "partitions", "partition_sets", "partition_sets",
                          "partition_sets", "faults"));
  EXPECT_THAT(file.numbers(table_, "list"), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0));
  EXPECT_THAT(file.texts(table_, "value"),
              ElementsAre("2", "a", "b", "c d", "a", "b", "1", "a", "b", "c d", "3"));
}

TEST_F(LimitsTable, HasPausesInFilesOfALaterVersion) {
  RunRecord run = sample_run_with_limits();
  FspecParameters& fspec = run.cells[2].fspec;
  fspec.crash_model = CrashModel::stop;
  fspec.limits.most.of<Pause>() = 2;
  fspec.limits.pausable = {"a", "b"};
  for (Cell& cell : run.cells)
    cell.executions.clear(), cell.falsifiers.clear(), cell.traces.clear();
  Hdf5Sink(path()).write(run);
  const FileReader file(path());
  EXPECT_EQ(file.attribute("/", "schema_version"), 9U);
  EXPECT_THAT(file.texts("/details/0000/limits", "limit"), ElementsAre("partitions"));
  EXPECT_THAT(file.texts(table_, "limit").size(), 14U);
  EXPECT_THAT(file.texts(table_, "value").back(), "b");
  EXPECT_EQ(read_run(path()).cells[2].fspec, fspec);
}

TEST_F(LimitsTable, HasTheChoiceOfRestartsInFilesOfALaterVersion) {
  RunRecord run = sample_run_with_limits();
  FspecParameters& fspec = run.cells[2].fspec;
  fspec.crash_model = CrashModel::stop;
  fspec.restarts = 1;
  fspec.limits.restartable = {"a", "b"};
  fspec.limits.least_down = 2;
  fspec.limits.most_down = 5;
  fspec.limits.named_sets = {{"East", "a"}, {"West", "b", "c d"}};
  for (Cell& cell : run.cells)
    cell.executions.clear(), cell.falsifiers.clear(), cell.traces.clear();
  Hdf5Sink(path()).write(run);
  EXPECT_EQ(FileReader(path()).attribute("/", "schema_version"), 11U);
  EXPECT_EQ(read_run(path()).cells[2].fspec, fspec);
}

TEST_F(LimitsTable, StandsBesideTheConstantsOfCells) {
  RunRecord run = sample_run_with_limits();
  run.cells[2].params = {"LEASE=3", "WHO=\"a=b\""};
  Hdf5Sink(path()).write(run);
  EXPECT_EQ(FileReader(path()).attribute("/", "schema_version"), 12U);
  const RunRecord read = read_run(path());
  EXPECT_EQ(read.cells[2].params, run.cells[2].params);
  EXPECT_TRUE(read.cells[0].params.empty());
  for (const char* wrong : {"LEASE", "=3", "two words=3"}) {
    run.cells[2].params = {wrong};
    Hdf5Sink(path()).write(run);
    EXPECT_THAT(problem(), HasSubstr("a constant is not NAME=VALUE")) << wrong;
  }
}

TEST_F(LimitsTable, StandsInFilesOfItsOwnVersionOnly) {
  Hdf5Sink(path()).write(specified_run());
  EXPECT_EQ(FileReader(path()).attribute("/", "schema_version"), 7U);
  EXPECT_FALSE(FileReader(path()).names().contains("/details/NNNN/limits"));
}

TEST_F(LimitsTable, SaysWhatMeansNothing) {
  set(table_, "limit", "many");
  EXPECT_THAT(problem(), HasSubstr("it names a limit that cannot stand here"));
  Hdf5Sink(path()).write(sample_run_with_limits());
  set(table_, "value", "x");
  EXPECT_THAT(problem(), HasSubstr("one of its numbers is not a number"));
  Hdf5Sink(path()).write(sample_run_with_limits());
  set(table_, "list", H5T_NATIVE_INT64, std::int64_t{7});
  EXPECT_THAT(problem(), HasSubstr("its lists are out of order"));
}

TEST_F(LimitsTable, SaysThatANodeIsNone) {
  RunRecord run = sample_run_with_limits();
  run.cells[2].fspec.limits.omissions_from = {"x"};
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("x may lose what it sends, but is not a node"));
}

}  // namespace
}  // namespace ldfi::results
