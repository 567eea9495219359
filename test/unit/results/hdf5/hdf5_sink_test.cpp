#include "results/hdf5/hdf5_sink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "test/unit/results/hdf5/file_reader.hpp"
#include "test/unit/results/sample_run.hpp"
#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The content of an older results file. Only its first bytes are read.
const std::string older = "\x89HDF\r\n\x1a\nolder";

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Gives each test a temporary folder.
class Hdf5SinkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("ldfi_hdf5_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::vector<std::string> listing() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  /// Returns the text of the error that write() throws, or an empty text.
  static std::string failure_of(const std::string& path) {
    try {
      Hdf5Sink(path).write(sample_run());
    } catch (const EnvironmentError& e) {
      return e.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(Hdf5SinkTest, WritesEveryField) {
  Hdf5Sink(path("x.h5")).write(sample_run());
  const FileReader file(path("x.h5"));
  EXPECT_EQ(file.attribute("/", "schema_version"), 5U);
  EXPECT_EQ(file.attribute("/", "seed"), 18446744073709551615ULL);
  EXPECT_EQ(file.attribute("/", "ranks"), 4U);
  EXPECT_EQ(file.text_attribute("/", "format"), "ldfi-farm results");
  EXPECT_EQ(file.text_attribute("/", "version"), "0.1.0");
  EXPECT_EQ(file.text_attribute("/", "started"), "2026-01-02T03:04:05Z");
  EXPECT_EQ(file.text_attribute("/", "strategy"), "lineage");
  EXPECT_EQ(file.text_attribute("/", "config_name"), "simplog.yaml");
  EXPECT_EQ(file.text_attribute("/", "conclusion"),
            "<4,2,1> is the least Fspec with a counterexample");
  EXPECT_EQ(file.attribute("/", "decisive"), 0U);
  EXPECT_THAT(file.texts("/command_line"),
              ElementsAre("ldfi-farm", "simplog.yaml", "--stop", "all"));
  EXPECT_THAT(file.texts("/config_text"), ElementsAre("program: [simplog.ded]\n"));
  EXPECT_THAT(file.texts("/options", "name"), ElementsAre("eot", "time-limit"));
  EXPECT_THAT(file.texts("/options", "value"), ElementsAre("4", ""));
  EXPECT_THAT(file.texts("/program", "text"), ElementsAre("bcast(\"a\", \"data\")@1;\n"));
}

TEST_F(Hdf5SinkTest, WritesTheCells) {
  Hdf5Sink(path("x.h5")).write(sample_run());
  const FileReader file(path("x.h5"));
  const auto number = [&](const char* column) { return file.numbers("/cells", column).at(0); };
  const auto text = [&](const char* column) { return file.texts("/cells", column).at(0); };
  EXPECT_EQ(number("eot"), 4);
  EXPECT_EQ(number("eff"), 2);
  EXPECT_EQ(number("crashes"), 1);
  EXPECT_EQ(text("eff_mode"), "inclusive");
  EXPECT_EQ(text("crash_model"), "silent");
  EXPECT_EQ(text("verdict"), "counterexample");
  EXPECT_EQ(text("reason"), "stopped at the first");
  EXPECT_EQ(text("combinations"), "620000000000000000000000000000000000001");
  EXPECT_EQ(text("distinct_fault_sets"), "4096");
  EXPECT_EQ(text("executed"), "2");
  EXPECT_EQ(text("violating"), "1");
  EXPECT_EQ(number("wasted"), 3);
  EXPECT_EQ(number("universe_facts"), 10);
  EXPECT_EQ(number("universe_instances"), 20);
  EXPECT_EQ(number("failure_free_pre"), 5);
  EXPECT_EQ(number("failure_free_post"), 6);
  EXPECT_THAT(file.reals("/cells", "wall_s"), ElementsAre(0.5, 0.5));
  EXPECT_THAT(file.reals("/cells", "solve_s"), ElementsAre(0.125, 0.125));
  EXPECT_THAT(file.reals("/cells", "execute_s"), ElementsAre(0.25, 0.25));
  EXPECT_THAT(file.texts("/details/0000/nodes"), ElementsAre("a", "b", "two words"));
}

TEST_F(Hdf5SinkTest, WritesExecutionsAndFalsifiers) {
  Hdf5Sink(path("x.h5")).write(sample_run());
  const FileReader file(path("x.h5"));
  const std::string executions = "/details/0000/executions";
  EXPECT_THAT(file.numbers(executions, "id"), ElementsAre(0, 1));
  EXPECT_THAT(file.numbers(executions, "parent"), ElementsAre(-1, 0));
  EXPECT_THAT(file.texts(executions, "faults"), ElementsAre("none", "O(a,b,1)"));
  EXPECT_THAT(file.texts(executions, "outcome"), ElementsAre("holds", "violates"));
  EXPECT_THAT(file.numbers(executions, "execute_ns"), ElementsAre(1000, 2000));
  EXPECT_THAT(file.texts("/details/0000/falsifiers", "faults"), ElementsAre("O(a,b,1)", "C(a,1)"));
  EXPECT_THAT(file.numbers("/details/0000/falsifiers", "size"), ElementsAre(1, 1));
  EXPECT_THAT(file.numbers("/details/0000/violated", "falsifier"), ElementsAre(0, 0));
  const std::string traces = "/details/0000/traces";
  EXPECT_THAT(file.texts(traces + "/runs", "faults"), ElementsAre("O(a,b,1)", "none"));
  EXPECT_THAT(file.numbers(traces + "/runs", "held_known"), ElementsAre(1, 0));
  EXPECT_THAT(file.texts(traces + "/messages", "tuple"),
              ElementsAre("log(two words,data)", "log(b,data)"));
  EXPECT_THAT(file.numbers(traces + "/messages", "arrived"), ElementsAre(1, 0));
  EXPECT_THAT(file.numbers(traces + "/messages", "matters"), ElementsAre(1, 0));
  EXPECT_THAT(file.numbers(traces + "/crashes", "tick"), ElementsAre(2));
  EXPECT_THAT(file.numbers(traces + "/held", "node"), ElementsAre(0, -1));
  EXPECT_THAT(file.texts(traces + "/outcomes", "list"), ElementsAre("pre", "violated"));
  EXPECT_THAT(file.texts("/details/0000/violated", "tuple"),
              ElementsAre("log(b,data)", "log(b,more)"));
  EXPECT_THAT(file.texts("/details/0001/executions", "faults"), IsEmpty());
}

TEST_F(Hdf5SinkTest, WritesWhoRestarts) {
  Hdf5Sink(path("x.h5")).write(sample_run_with_restarts());
  const FileReader file(path("x.h5"));
  EXPECT_EQ(file.attribute("/", "schema_version"), 6U);
  EXPECT_THAT(file.texts("/cells", "crash_model"), ElementsAre("silent", "silent", "stop"));
  EXPECT_THAT(file.numbers("/outages", "restarts"), ElementsAre(0, 0, 3));
  EXPECT_THAT(file.texts("/details/0000/crashable"), IsEmpty());
  EXPECT_THAT(file.texts("/details/0002/crashable"), ElementsAre("b", "two words"));
  const std::string many = "O(a,b,1) C(b,2+,4) C(b,5+) C(\"two words\",4,6)";
  EXPECT_THAT(file.texts("/details/0002/executions", "faults"), ElementsAre("none", many));
  EXPECT_THAT(file.texts("/details/0002/falsifiers", "faults"),
              ElementsAre("C(\"two words\",3)", many));
  EXPECT_THAT(file.numbers("/details/0002/falsifiers", "size"), ElementsAre(1, 4));
  const std::string traces = "/details/0002/traces";
  EXPECT_THAT(file.texts(traces + "/runs", "faults"), ElementsAre(many));
  EXPECT_THAT(file.numbers(traces + "/crashes", "node"), ElementsAre(1, 2, 1));
  EXPECT_THAT(file.numbers(traces + "/crashes", "tick"), ElementsAre(2, 4, 5));
  EXPECT_THAT(file.numbers(traces + "/restarts", "run"), ElementsAre(0, 0));
  EXPECT_THAT(file.numbers(traces + "/restarts", "node"), ElementsAre(1, 2));
  EXPECT_THAT(file.numbers(traces + "/restarts", "tick"), ElementsAre(4, 6));
}

TEST_F(Hdf5SinkTest, WritesCounts) {
  Hdf5Sink(path("x.h5")).write(sample_run_with_counts());
  const FileReader file(path("x.h5"));
  EXPECT_EQ(file.attribute("/", "schema_version"), 15U);
  EXPECT_THAT(file.texts("/cells", "violating"), ElementsAre("25" + std::string(58, '0')));
  const std::string counts = "/details/0000/counts";
  EXPECT_THAT(file.texts(counts, "vacuous"), ElementsAre(std::string(60, '5')));
  EXPECT_THAT(file.texts(counts, "passing"), ElementsAre("7"));
  EXPECT_THAT(file.texts(counts, "failing"), ElementsAre("0"));
  EXPECT_THAT(file.reals(counts, "random_p"), ElementsAre(0.125));
  EXPECT_THAT(file.numbers(counts, "states"), ElementsAre(12));
}

TEST_F(Hdf5SinkTest, WritesMinimisations) {
  Hdf5Sink(path("x.h5")).write(sample_run_with_minimisation());
  const FileReader file(path("x.h5"));
  EXPECT_EQ(file.attribute("/", "schema_version"), 18U);
  const std::string group = "/details/0000/minimisation";
  EXPECT_EQ(file.text_attribute(group, "by"), "ddmin");
  EXPECT_EQ(file.text_attribute(group, "ended"), "time");
  EXPECT_THAT(file.texts(group + "/stages", "stage"), ElementsAre("faults", "externals"));
  EXPECT_THAT(file.numbers(group + "/stages", "externals"), ElementsAre(3, 2));
  EXPECT_THAT(file.texts(group + "/schedule", "event"),
              ElementsAre("external", "crash", "delivery"));
  EXPECT_THAT(file.numbers(group + "/schedule", "arrives"), ElementsAre(0, 0, 5));
}

TEST_F(Hdf5SinkTest, WritesStoredFalsifiers) {
  Hdf5Sink(path("x.h5")).write(sample_run_with_known());
  const FileReader file(path("x.h5"));
  EXPECT_EQ(file.attribute("/", "schema_version"), 19U);
  EXPECT_THAT(file.texts("/known/cases", "case"), ElementsAre("old.h5 f1", "old.h5 f2"));
  EXPECT_THAT(file.texts("/known/cases", "outcome"), ElementsAre("violated", "not admitted"));
  EXPECT_THAT(file.texts("/known/cases", "why"), ElementsAre("", "z is not a node"));
  EXPECT_THAT(file.numbers("/known/violated", "case"), ElementsAre(0, 0));
}

TEST_F(Hdf5SinkTest, WritesTheorems) {
  Hdf5Sink(path("x.h5")).write(sample_run_with_theorems());
  const FileReader file(path("x.h5"));
  EXPECT_EQ(file.attribute("/", "schema_version"), 20U);
  EXPECT_THAT(file.texts("/theorems/claims", "claim"),
              ElementsAre("every EOT from 4 on", "every EOT, no message omitted"));
  EXPECT_THAT(file.numbers("/theorems/claims", "cells"), ElementsAre(5, 0));
  EXPECT_THAT(file.texts("/theorems/params", "value"), ElementsAre("LEASE=3", "WHO=a"));
  EXPECT_THAT(file.texts("/theorems/invariant", "clause"),
              ElementsAre("never calm(1) and <b>", "log(a)"));
}

TEST_F(Hdf5SinkTest, WritesGraphsAsIndices) {
  Hdf5Sink(path("x.h5")).write(sample_run());
  const FileReader file(path("x.h5"));
  const std::string graph = "/details/0000/graphs/0001";
  EXPECT_EQ(file.text_attribute(graph, "run"), "O(a,b,1)");
  EXPECT_THAT(file.texts(graph + "/goals", "text"),
              ElementsAre("log(b,data)@4", "bcast(a,data)@1", "clock(a,b,1)"));
  EXPECT_THAT(file.texts(graph + "/goals", "kind"), ElementsAre("present", "present", "clock"));
  EXPECT_THAT(file.numbers(graph + "/goals", "time"), ElementsAre(4, 1, 1));
  EXPECT_THAT(file.texts(graph + "/rules", "where"), ElementsAre("simplog.ded:7", "simplog.ded:8"));
  EXPECT_THAT(file.numbers(graph + "/firings", "rule"), ElementsAre(0, 0, 1));
  EXPECT_THAT(file.numbers(graph + "/firings", "head"), ElementsAre(0, 0, 0));
  EXPECT_THAT(file.numbers(graph + "/premises", "firing"), ElementsAre(0, 0, 1));
  EXPECT_THAT(file.numbers(graph + "/premises", "goal"), ElementsAre(1, 2, 1));
  EXPECT_THAT(file.numbers(graph + "/roots"), ElementsAre(0));
}

TEST_F(Hdf5SinkTest, WritesWhatTheSchemaDocuments) {
  Hdf5Sink(path("x.h5")).write(sample_run());
  const std::string schema = slurp(std::string(LDFI_SOURCE_DIR) + "/results/SCHEMA.md");
  const std::regex row(R"re(\n\| `(/[^`]*)` \|)re");
  std::set<std::string> documented;
  for (std::sregex_iterator it(schema.begin(), schema.end(), row), end; it != end; ++it) {
    EXPECT_TRUE(documented.insert((*it)[1]).second) << (*it)[1] << " is documented twice";
  }
  const std::set<std::string> plain = FileReader(path("x.h5")).names();
  EXPECT_FALSE(plain.contains("/outages"));
  Hdf5Sink(path("y.h5")).write(specified_run(sample_run_with_restarts()));
  std::set<std::string> names = FileReader(path("y.h5")).names();
  EXPECT_TRUE(std::includes(names.begin(), names.end(), plain.begin(), plain.end()));
  RunRecord last = sample_run_with_limits();
  last.cells[0].params = {"LEASE=3"};
  last.cells[0].fspec.delays.most = 1;
  Hdf5Sink(path("z.h5")).write(last);
  names.merge(FileReader(path("z.h5")).names());
  Hdf5Sink(path("s.h5")).write(sample_system_run());
  names.merge(FileReader(path("s.h5")).names());
  Hdf5Sink(path("c.h5")).write(sample_run_with_counts());
  names.merge(FileReader(path("c.h5")).names());
  Hdf5Sink(path("m.h5")).write(sample_run_with_minimisation());
  names.merge(FileReader(path("m.h5")).names());
  Hdf5Sink(path("k.h5")).write(sample_run_with_known());
  names.merge(FileReader(path("k.h5")).names());
  Hdf5Sink(path("t.h5")).write(sample_run_with_theorems());
  names.merge(FileReader(path("t.h5")).names());
  Hdf5Sink(path("w.h5")).write(sample_system_sweep());
  for (const std::string& name : FileReader(path("w.h5")).names()) {
    constexpr std::string_view cell = "/systems/NNNN";  // a group laid out like /system
    if (name != cell)
      names.insert(name.starts_with(cell) ? "/system" + name.substr(cell.size()) : name);
  }
  RunRecord smaller = sample_system_run();
  smaller.system->minimisation = sample_run_with_minimisation().cells[0].minimisation;
  Hdf5Sink(path("f.h5")).write(smaller);
  for (const std::string& name : FileReader(path("f.h5")).names()) {
    // a group laid out like /details/NNNN/minimisation
    constexpr std::string_view group = "/system/minimisation";
    const bool inside = name.starts_with(group) && name != group;
    names.insert(inside ? "/details/NNNN/minimisation" + name.substr(group.size()) : name);
  }
  EXPECT_EQ(names, documented);
}

TEST_F(Hdf5SinkTest, KeepsStringsOfAnyBytes) {
  RunRecord run = sample_run();
  run.config_text = std::string("a\0b\0", 4);
  run.program = {{"\xff\xfe.ded", "n\xc3\xb6\x64\x65\x1b[2J\r\n"}};
  run.cells[0].fspec.nodes = {"", std::string(100'000, 'x')};
  Hdf5Sink(path("x.h5")).write(run);
  const FileReader file(path("x.h5"));
  EXPECT_THAT(file.texts("/config_text"), ElementsAre("a\xC0\x80"
                                                      "b\xC0\x80"));
  EXPECT_THAT(file.texts("/program", "name"), ElementsAre("\xff\xfe.ded"));
  EXPECT_THAT(file.texts("/program", "text"), ElementsAre("n\xc3\xb6\x64\x65\x1b[2J\r\n"));
  EXPECT_THAT(file.texts("/details/0000/nodes"), ElementsAre("", std::string(100'000, 'x')));
}

TEST_F(Hdf5SinkTest, WritesAnEmptyRun) {
  Hdf5Sink(path("x.h5")).write(RunRecord{});
  EXPECT_THAT(FileReader(path("x.h5")).texts("/cells", "verdict"), IsEmpty());
}

TEST_F(Hdf5SinkTest, MakesTheSameBytesOfTheSameRun) {
  Hdf5Sink(path("x.h5")).write(sample_run());
  Hdf5Sink(path("y.h5")).write(sample_run());
  EXPECT_EQ(slurp(path("x.h5")), slurp(path("y.h5")));
}

TEST_F(Hdf5SinkTest, KeepsTheOlderFile) {
  std::ofstream(path("x.h5")) << older;
  Hdf5Sink(path("x.h5")).write(sample_run());
  EXPECT_EQ(slurp(path("x.prev.h5")), older);
  EXPECT_NO_THROW(FileReader(path("x.h5")));
  EXPECT_THAT(listing(), ElementsAre("x.h5", "x.prev.h5"));
  Hdf5Sink(path("x.h5")).write(RunRecord{});
  EXPECT_EQ(slurp(path("x.prev.h5")), older);
  EXPECT_NO_THROW(FileReader(path("x.prev-2.h5")).names());
  EXPECT_THAT(listing(), ElementsAre("x.h5", "x.prev-2.h5", "x.prev.h5"));
}

TEST_F(Hdf5SinkTest, LeavesAloneWhatIsNoResultsFile) {
  std::ofstream(path("x.h5")) << "text";
  EXPECT_THAT(failure_of(path("x.h5")), HasSubstr("x.h5 exists and is not a results file"));
  EXPECT_THROW(Hdf5Sink(path("x.h5")).probe(), EnvironmentError);
  EXPECT_EQ(slurp(path("x.h5")), "text");
  std::filesystem::create_symlink("elsewhere.h5", path("y.h5"));
  EXPECT_THAT(failure_of(path("y.h5")), HasSubstr("y.h5 is a symbolic link"));
  EXPECT_THAT(listing(), ElementsAre("x.h5", "y.h5"));
}

TEST_F(Hdf5SinkTest, NamesWhatItCannotWrite) {
  EXPECT_THAT(failure_of(path("no/x.h5")), HasSubstr("no/x.h5: its folder does not exist"));
  EXPECT_THAT(failure_of(folder_), HasSubstr("is a directory"));
  EXPECT_THAT(failure_of("/dev/null"), HasSubstr("not a regular file"));
  EXPECT_THAT(failure_of(path(std::string(300, 'x'))), HasSubstr("too long"));
  EXPECT_THAT(listing(), IsEmpty());
}

TEST_F(Hdf5SinkTest, LeavesNoHalfFileOnAFullDisk) {
  std::ofstream(path("x.h5")) << older;
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  const rlimit small{1000, old.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string failure = failure_of(path("x.h5"));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_THAT(failure, HasSubstr("write " + path("x.h5") + ": "));
  EXPECT_EQ(slurp(path("x.h5")), older);
  EXPECT_THAT(listing(), ElementsAre("x.h5"));
}

TEST_F(Hdf5SinkTest, RefusesAGraphThatPointsNowhere) {
  RunRecord run = sample_run();
  run.cells[0].graphs[0].firings[0].premises = {99};
  EXPECT_THROW(Hdf5Sink(path("x.h5")).write(run), InternalError);
  EXPECT_THAT(listing(), IsEmpty());
}

TEST_F(Hdf5SinkTest, ProbesWithoutATrace) {
  Hdf5Sink(path("x.h5")).probe();
  EXPECT_THAT(listing(), IsEmpty());
  EXPECT_THROW(Hdf5Sink(path("no/x.h5")).probe(), EnvironmentError);
  EXPECT_THROW(Hdf5Sink("/dev/null").probe(), EnvironmentError);
}

/// The file stays, because the test of the Python module and of its example script reads the file.
TEST(SampleFile, IsThereForTheExample) {
  const std::string path = std::string(LDFI_BINARY_DIR) + "/test/sample_results.h5";
  EXPECT_NO_THROW(Hdf5Sink(path).write(sample_run()));
}

}  // namespace
}  // namespace ldfi::results
