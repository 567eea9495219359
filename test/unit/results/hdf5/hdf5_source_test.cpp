#include "results/hdf5/hdf5_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "results/hdf5/hdf5_sink.hpp"
#include "results/hdf5/layout.hpp"
#include "test/unit/results/edited_file.hpp"

namespace ldfi::results {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Hdf5SourceTest : public EditedFile {};

TEST_F(Hdf5SourceTest, ReadsBackWhatWasWritten) {
  RunRecord run = sample_run();
  run.program[0].text = std::string("nul \0 and \xff", 10);
  Hdf5Sink(path()).write(run);
  const RunRecord read = read_run(path());
  EXPECT_EQ(read.program[0].text, run.program[0].text);
  EXPECT_TRUE(file_image(read) == file_image(run));
  EXPECT_EQ(read.cells[0].traces, run.cells[0].traces);
  EXPECT_TRUE(read.cells[1].traces.empty());
}

TEST_F(Hdf5SourceTest, ReadsBackWhoRestarts) {
  const RunRecord run = sample_run_with_restarts();
  Hdf5Sink(path()).write(run);
  const RunRecord read = read_run(path());
  ASSERT_EQ(read.cells.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.cells[i].fspec, run.cells[i].fspec) << i;
    EXPECT_EQ(read.cells[i].traces, run.cells[i].traces) << i;
  }
  ASSERT_EQ(read.cells[2].falsifiers.size(), 2U);
  EXPECT_EQ(read.cells[2].falsifiers[0].faults, run.cells[2].falsifiers[0].faults);
  EXPECT_EQ(read.cells[2].falsifiers[1].faults, run.cells[2].falsifiers[1].faults);
  EXPECT_EQ(read.cells[2].executions[1].faults, run.cells[2].executions[1].faults);
}

TEST_F(Hdf5SourceTest, ReadsBackCounts) {
  RunRecord run = sample_run_with_counts();
  Hdf5Sink(path()).write(run);
  const RunRecord read = read_run(path());
  EXPECT_EQ(read.cells[0].violating, run.cells[0].violating);
  ASSERT_TRUE(read.cells[0].counts);
  EXPECT_EQ(read.cells[0].counts->vacuous, run.cells[0].counts->vacuous);
  EXPECT_EQ(read.cells[0].counts->random_p, 0.125);
  EXPECT_TRUE(file_image(read) == file_image(run));
  EXPECT_DOUBLE_EQ(violating_share(read.cells[0]).value(), 0.25);
  EXPECT_EQ(expected_random_runs(read.cells[0]), 9.0);
  run.cells[0].counts->random_p.reset();
  Hdf5Sink(path()).write(run);
  EXPECT_EQ(read_run(path()).cells[0].counts->random_p, std::nullopt);
  run.cells[0].counts->random_p = 1.5;
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("/details/0000/counts.random_p: 1.5 is not a probability"));
  run = sample_run_with_counts();
  run.cells[0].counts->passing = "many";
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("/details/0000/counts: `many` is not a count"));
}

TEST_F(Hdf5SourceTest, ReadsBackMinimisations) {
  RunRecord run = sample_run_with_minimisation();
  Hdf5Sink(path()).write(run);
  const RunRecord read = read_run(path());
  EXPECT_EQ(read.cells[0].minimisation, run.cells[0].minimisation);
  EXPECT_TRUE(file_image(read) == file_image(run));
  run.cells[0].minimisation->schedule[1].kind = "crush";
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(),
              HasSubstr("/details/0000/minimisation/schedule.event: `crush` is not an event"));
  run = sample_run_with_minimisation();
  run.cells[0].minimisation->stages[0].eot = -3;
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("/details/0000/minimisation/stages.eot: -3 is out of range"));
}

TEST_F(Hdf5SourceTest, ReadsBackStoredFalsifiers) {
  const RunRecord run = sample_run_with_known();
  Hdf5Sink(path()).write(run);
  EXPECT_EQ(read_run(path()).known, run.known);
  EXPECT_TRUE(file_image(read_run(path())) == file_image(run));
}

TEST_F(Hdf5SourceTest, ReadsBackTheorems) {
  RunRecord run = sample_run_with_theorems();
  Hdf5Sink(path()).write(run);
  EXPECT_EQ(read_run(path()).theorems, run.theorems);
  EXPECT_TRUE(file_image(read_run(path())) == file_image(run));
  run.theorems[1].from = 0;
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("/theorems/claims.from: 0 is out of range"));
  run.theorems[1].from = 1;
  run.theorems[1].calm = -2;
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("/theorems/claims.calm: -2 is out of range"));
}

TEST_F(Hdf5SourceTest, ReadsWhatASweepEndsWith) {
  RunRecord run = sample_run();
  EXPECT_EQ(read_run(path()).conclusion, run.conclusion);
  EXPECT_EQ(read_run(path()).decisive, 0U);
  run.decisive.reset();
  Hdf5Sink(path()).write(run);
  EXPECT_FALSE(read_run(path()).decisive.has_value());
  run.decisive = run.cells.size();
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("its decisive cell is 2 of 2"));
}

TEST_F(Hdf5SourceTest, SaysThatAFileIsNoResultsFile) {
  std::ofstream(path()) << "plain text";
  EXPECT_THAT(problem(), HasSubstr("x.h5: it is not an HDF5 file"));
  EXPECT_THROW(read_run(path("none.h5")), EnvironmentError);
  EXPECT_THROW(read_run(folder_), EnvironmentError);
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  EXPECT_THROW(read_run(path("fifo")), EnvironmentError);
}

TEST_F(Hdf5SourceTest, SaysWhatIsMissing) {
  {
    const Handle file = edit();
    H5Ldelete(file.get(), "/details/0001/nodes", H5P_DEFAULT);
  }
  EXPECT_THAT(problem(), HasSubstr("/details/0001/nodes: it is missing"));
}

TEST_F(Hdf5SourceTest, RefusesAnotherSchema) {
  {
    const Handle file = edit();
    const Handle attribute(H5Aopen(file.get(), "schema_version", H5P_DEFAULT), H5Aclose);
    const std::int64_t version = 99;
    H5Awrite(attribute.get(), H5T_NATIVE_INT64, &version);
  }
  EXPECT_THAT(problem(), HasSubstr("schema_version is 99"));
}

TEST_F(Hdf5SourceTest, RefusesAUserBlock) {
  std::ostringstream whole;
  whole << std::string(512, 'x') << std::ifstream(path(), std::ios::binary).rdbuf();
  std::ofstream(path(), std::ios::binary) << whole.str();
  EXPECT_THAT(problem(), HasSubstr("it is not an HDF5 file"));
}

TEST_F(Hdf5SourceTest, RefusesFiltersThatAreNotOurs) {
  {
    const Handle file = edit();
    H5Ldelete(file.get(), "/details/0000/graphs/0000/roots", H5P_DEFAULT);
    const hsize_t size = 3;
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(list.get(), 1, &size);
    H5Pset_nbit(list.get());
    const Handle roots(H5Dcreate2(file.get(), "/details/0000/graphs/0000/roots", H5T_NATIVE_UINT32,
                                  space.get(), H5P_DEFAULT, list.get(), H5P_DEFAULT),
                       H5Dclose);
  }
  EXPECT_THAT(problem(),
              HasSubstr("/roots: it is compressed by a filter that ldfi-results does not read"));
}

TEST_F(Hdf5SourceTest, FollowsNoLinksToOtherFiles) {
  {
    const Handle file = edit();
    H5Ldelete(file.get(), "/cells", H5P_DEFAULT);
    H5Lcreate_external("other.h5", "/cells", file.get(), "cells", H5P_DEFAULT, H5P_DEFAULT);
  }
  EXPECT_THAT(problem(), HasSubstr("/cells: it is a link"));
}

TEST_F(Hdf5SourceTest, ChecksIndices) {
  for (const std::uint32_t root : {3U, 1000U}) {
    {
      const Handle file = edit();
      const Handle roots(H5Dopen2(file.get(), "/details/0000/graphs/0000/roots", H5P_DEFAULT),
                         H5Dclose);
      H5Dwrite(roots.get(), H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, &root);
    }
    EXPECT_THAT(problem(), HasSubstr("/details/0000/graphs/0000/roots: row " +
                                     std::to_string(root) + " of 3"));
  }
}

TEST_F(Hdf5SourceTest, ChecksTypes) {
  {
    const Handle file = edit();
    H5Ldelete(file.get(), "/cells", H5P_DEFAULT);
    const hsize_t size = 2;
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Handle cells(H5Dcreate2(file.get(), "/cells", H5T_NATIVE_INT, space.get(), H5P_DEFAULT,
                                  H5P_DEFAULT, H5P_DEFAULT),
                       H5Dclose);
  }
  EXPECT_THAT(problem(), HasSubstr("/cells: it is not a table"));
}

// The reader turns texts of the file into values of enumerations. An unknown text is damage, and
// the error names its place.
TEST_F(Hdf5SourceTest, SaysWhichValueMeansNothing) {
  const std::string details = "/details/0000";
  const auto falsifiers = details + "/falsifiers";
  set("/cells", "eff_mode", "perhaps");
  EXPECT_THAT(problem(), HasSubstr("/cells: `perhaps` is not an EFF mode"));
  SetUp();
  set("/cells", "executed", "many");
  EXPECT_THAT(problem(), HasSubstr("/cells.executed: `many` is not a count"));
  SetUp();
  set(falsifiers, "faults", "O(a,a,1)");
  EXPECT_THAT(problem(), HasSubstr(falsifiers + ".faults: `O(a,a,1)` is not a fault set"));
  SetUp();
  set(falsifiers, "size", H5T_NATIVE_UINT64, std::uint64_t{9});
  EXPECT_THAT(problem(), HasSubstr(falsifiers + ".size: 9 instead of "));
  SetUp();
  set(details + "/executions", "parent", H5T_NATIVE_INT64, std::int64_t{-2});
  EXPECT_THAT(problem(), HasSubstr(details + "/executions.parent: -2 is not an execution"));
}

TEST_F(Hdf5SourceTest, BoundsWhatItReads) {
  ReadLimits rows;
  rows.max_rows = 1;
  EXPECT_THAT(problem(rows), HasSubstr("rows, more than 1"));
  ReadLimits bytes;
  bytes.max_bytes = 300;
  EXPECT_THAT(problem(bytes), HasSubstr("the file holds more than"));
}

TEST_F(Hdf5SourceTest, RefusesAClaimedSizeBeyondTheLimit) {
  {
    const Handle file = edit();
    H5Ldelete(file.get(), "/command_line", H5P_DEFAULT);
    const hsize_t size = hsize_t{1} << 40U;
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const hsize_t chunk = 1024;
    H5Pset_chunk(list.get(), 1, &chunk);
    const Handle huge(H5Dcreate2(file.get(), "/command_line", string_type().get(), space.get(),
                                 H5P_DEFAULT, list.get(), H5P_DEFAULT),
                      H5Dclose);
  }
  EXPECT_THAT(problem(), HasSubstr("/command_line: it has 1099511627776 rows"));
}

TEST_F(Hdf5SourceTest, RefusesRowsThatNobodyWrote) {
  {
    const Handle file = edit();
    H5Ldelete(file.get(), "/command_line", H5P_DEFAULT);
    const hsize_t size = 1'000'000;
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Handle made(H5Dcreate2(file.get(), "/command_line", string_type().get(), space.get(),
                                 H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                      H5Dclose);
  }
  EXPECT_THAT(problem(), HasSubstr("/command_line: it claims 1000000 rows, and has no room"));
}

// The reader reports an error for a file that is cut at any place.
TEST_F(Hdf5SourceTest, SurvivesCutFiles) {
  std::ostringstream whole;
  whole << std::ifstream(path(), std::ios::binary).rdbuf();
  // All bytes except the seal, a checksum of 12 bytes at the end.
  const std::string bytes = whole.str().substr(0, whole.str().size() - 12);
  for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 40) {
    std::ofstream(path(), std::ios::binary) << bytes.substr(0, size);
    EXPECT_NE(problem(), "") << size;
  }
}

}  // namespace
}  // namespace ldfi::results
