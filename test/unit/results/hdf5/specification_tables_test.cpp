#include "results/hdf5/specification_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/hdf5/layout.hpp"
#include "test/unit/results/edited_file.hpp"
#include "test/unit/results/hdf5/file_reader.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SpecificationTables : public EditedFile {
 protected:
  void SetUp() override {
    EditedFile::SetUp();
    Hdf5Sink(path()).write(specified_run());
  }
  /// Returns the error of reading a file with `value` in each row of the column, and restores the
  /// file.
  template <class... Value>
  std::string problem_of(const std::string& table, const std::string& column, Value... value) {
    set(details_ + table, column, value...);
    std::string out = problem();
    Hdf5Sink(path()).write(specified_run());
    return out;
  }
  std::string problem_if(void (*change)(Cell&)) {
    RunRecord run = specified_run();
    change(run.cells[0]);
    Hdf5Sink(path()).write(run);
    return problem();
  }
  const std::string details_ = "/details/0000";
};

TEST_F(SpecificationTables, AreReadAsTheyWereWritten) {
  const RunRecord run = specified_run();
  const RunRecord read = read_run(path());
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    EXPECT_EQ(read.cells[i].specifications, run.cells[i].specifications);
  }
  EXPECT_TRUE(file_image(read) == file_image(run));
}

TEST_F(SpecificationTables, CountAsTheRunWasTold) {
  for (const FailOn least : {FailOn::minor, FailOn::critical}) {
    RunRecord run = specified_run();
    run.options.emplace_back("fail-on", name_of(least));
    Hdf5Sink(path()).write(run);
    const RunRecord read = read_run(path());
    for (const auto& one : read.cells[0].specifications) EXPECT_EQ(one.says.fail_on, least);
  }
  RunRecord known = specified_run();
  known.options.emplace_back("known", "C(a,1); " + known.cells[0].specifications[1].says.name);
  Hdf5Sink(path()).write(known);
  EXPECT_FALSE(read_run(path()).cells[0].specifications[0].says.known);
  EXPECT_TRUE(read_run(path()).cells[0].specifications[1].says.known);
  RunRecord run = specified_run();
  run.options.emplace_back("fail-on", "info");
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("/options: `info` is not a severity that fails a run"));
}

TEST_F(SpecificationTables, HaveARowForEach) {
  const FileReader file(path());
  const std::string table = details_ + "/specifications";
  EXPECT_EQ(file.attribute("/", "schema_version"), 7U);
  EXPECT_THAT(file.texts(table, "name"), ElementsAre("invariant", "lost", "dull"));
  EXPECT_THAT(file.texts(table, "severity"), ElementsAre("critical", "minor", "info"));
  EXPECT_THAT(file.texts(table, "when"), ElementsAre("finally", "after 3", "always"));
  EXPECT_THAT(file.numbers(table, "explains"), ElementsAre(-1, 0, 1));
  EXPECT_THAT(file.texts(table, "text"), ElementsAre("", "a \"file\", lost\n<b>", ""));
  EXPECT_THAT(file.texts(table, "verdict"),
              ElementsAre("counterexample", "counterexample", "vacuous"));
  EXPECT_THAT(file.numbers(details_ + "/falsifies", "specification"), ElementsAre(0, 0, 1));
  EXPECT_THAT(file.numbers(details_ + "/falsifies", "falsifier"), ElementsAre(0, 1, 0));
}

// A file with specifications has format version 7, and always has the tables of version 6, too. A
// file without specifications has no table of specifications.
TEST_F(SpecificationTables, StandInFilesOfTheirOwnVersionOnly) {
  EXPECT_TRUE(FileReader(path()).names().contains("/outages"));
  Hdf5Sink(path()).write(sample_run());
  EXPECT_FALSE(FileReader(path()).names().contains("/details/NNNN/specifications"));
  RunRecord run = specified_run();
  run.cells[0].specifications.clear();  // the first cell of a sweep may have none
  Hdf5Sink(path()).write(run);
  EXPECT_TRUE(read_run(path()).cells[0].specifications.empty());
  EXPECT_EQ(read_run(path()).cells[1].specifications.size(), 3U);
}

TEST_F(SpecificationTables, SayWhichValueMeansNothing) {
  const std::string table = "/specifications";
  EXPECT_THAT(problem_of(table, "severity", "fatal"),
              HasSubstr(details_ + table + ".severity: `fatal` is not a severity"));
  EXPECT_THAT(problem_of(table, "verdict", "maybe"),
              HasSubstr(".verdict: `maybe` is not a verdict"));
  EXPECT_THAT(problem_of(table, "name", "twice"), HasSubstr(".name: there are two of `twice`"));
  EXPECT_THAT(problem_of(table, "name", ""), HasSubstr(".name: `` is not a name"));
  EXPECT_THAT(problem_of(table, "name", "\x1b[2J"), HasSubstr("[2J` is not a name"));
  for (const char* when : {"", "sometimes", "after", "after ", "after 0", "after -1", "after 05",
                           "after 5 ", "after 2147483647", "after 99999999999", "Always"}) {
    EXPECT_THAT(problem_of(table, "when", when), HasSubstr("` is not a time")) << when;
  }
  EXPECT_EQ(problem_of(table, "when", "after 2147483646"), "");
}

TEST_F(SpecificationTables, CheckIndices) {
  const auto explains = [&](std::int64_t row) {
    return problem_of("/specifications", "explains", H5T_NATIVE_INT64, row);
  };
  EXPECT_THAT(explains(0), HasSubstr(".explains: row 0 is not before row 0"));
  EXPECT_THAT(explains(-2), HasSubstr(".explains: row -2 is not before row 0"));
  EXPECT_EQ(explains(-1), "");
  const auto falsifies = [&](const char* column, std::uint32_t row) {
    return problem_of("/falsifies", column, H5T_NATIVE_UINT32, row);
  };
  EXPECT_THAT(falsifies("specification", 3), HasSubstr("/falsifies.specification: row 3 of 3"));
  EXPECT_THAT(falsifies("falsifier", 2), HasSubstr("/falsifies.falsifier: row 2 of 2"));
  EXPECT_THAT(falsifies("falsifier", 0), HasSubstr("row 0 does not come after 0"));
  EXPECT_THAT(problem_if([](Cell& c) {
                c.specifications[0].falsifiers = {1, 0};
              }),
              HasSubstr("row 0 does not come after 1"));
}

TEST_F(SpecificationTables, MustBeThere) {
  for (const char* table : {"/specifications", "/falsifies"}) {
    {
      const Handle file = edit();
      H5Ldelete(file.get(), (details_ + table).c_str(), H5P_DEFAULT);
    }
    EXPECT_THAT(problem(), HasSubstr(details_ + table + ": it is missing"));
    Hdf5Sink(path()).write(specified_run());
  }
}

}  // namespace
}  // namespace ldfi::results
