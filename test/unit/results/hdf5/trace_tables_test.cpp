#include "results/hdf5/trace_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/hdf5/hdf5_sink.hpp"
#include "test/unit/results/edited_file.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;

const std::string traces = "/details/0000/traces";

class TraceTablesTest : public EditedFile {};

// Views use these columns as indexes. The file may come from anyone, so the reader checks the range
// of each index.
TEST_F(TraceTablesTest, SayWhatPointsNowhere) {
  const auto with = [this](const char* table, const char* column, auto value, hid_t type) {
    SetUp();
    set(traces + table, column, type, value);
    return problem();
  };
  const hid_t u32 = H5T_NATIVE_UINT32;
  const hid_t i64 = H5T_NATIVE_INT64;
  EXPECT_EQ(problem(), "");
  EXPECT_THAT(with("/messages", "run", 2U, u32), HasSubstr("messages.run: row 2 of 2"));
  EXPECT_THAT(with("/messages", "from", 3U, u32), HasSubstr("messages.from: row 3 of 3"));
  EXPECT_THAT(with("/messages", "to", 9U, u32), HasSubstr("messages.to: row 9 of 3"));
  EXPECT_THAT(with("/messages", "sent", std::int64_t{5}, i64), HasSubstr("sent: tick 5 of 4"));
  EXPECT_THAT(with("/crashes", "node", 3U, u32), HasSubstr("crashes.node: row 3 of 3"));
  EXPECT_THAT(with("/crashes", "tick", std::int64_t{0}, i64), HasSubstr("tick: tick 0 of 4"));
  EXPECT_THAT(with("/held", "run", 1U, u32), HasSubstr("held: run 1 has tuples, or not"));
  EXPECT_THAT(with("/held", "node", std::int64_t{-2}, i64), HasSubstr("held.node: row "));
  EXPECT_THAT(with("/held", "first", std::int64_t{4}, i64), HasSubstr("holds at no tick"));
  EXPECT_THAT(with("/outcomes", "run", 7U, u32), HasSubstr("outcomes.run: row 7 of 2"));
  SetUp();
  set(traces + "/outcomes", "list", "perhaps");
  EXPECT_THAT(problem(), HasSubstr("neither pre nor post nor violated"));
  SetUp();
  set(traces + "/runs", "faults", "O(a,a,1)");
  EXPECT_THAT(problem(), HasSubstr("runs.faults: "));
}

TEST_F(TraceTablesTest, SayWhoRestartsNowhere) {
  const std::string restarts = "/details/0002/traces/restarts";
  const auto with = [&](const char* column, auto value, hid_t type) {
    Hdf5Sink(path()).write(sample_run_with_restarts());
    set(restarts, column, type, value);
    return problem();
  };
  EXPECT_EQ(with("tick", std::int64_t{6}, H5T_NATIVE_INT64), "");
  EXPECT_THAT(with("tick", std::int64_t{7}, H5T_NATIVE_INT64),
              HasSubstr("restarts.tick: tick 7 of 6"));
  EXPECT_THAT(with("tick", std::int64_t{0}, H5T_NATIVE_INT64),
              HasSubstr("restarts.tick: tick 0 of 6"));
  EXPECT_THAT(with("node", 3U, H5T_NATIVE_UINT32), HasSubstr("restarts.node: row 3 of 3"));
  EXPECT_THAT(with("run", 1U, H5T_NATIVE_UINT32), HasSubstr("restarts.run: row 1 of 1"));
}

TEST_F(TraceTablesTest, AreMadePrintable) {
  set(traces + "/messages", "tuple", "log(\x1b[31m)");
  set(traces + "/held", "tuple", "\xe2\x80\xae");
  set(traces + "/outcomes", "tuple", "\x1b]0;x\x07");
  if (!seal_holds(path())) seal_again();
  const Trace trace = read_run(path()).cells[0].traces[0];
  EXPECT_EQ(trace.ticks[0].arrived[0].head, "log(\\x1b[31m)");
  EXPECT_EQ(trace.held->front().text, "\\xe2\\x80\\xae");
  EXPECT_EQ(trace.violated[0], "\\x1b]0;x\\x07");
}

TEST_F(TraceTablesTest, BoundTheTicksOfAllTraces) {
  set("/cells", "eot", H5T_NATIVE_INT64, std::int64_t{1'000'000});
  EXPECT_THAT(problem(), HasSubstr(traces + "/runs: the traces have more than 1000000 ticks"));
}

}  // namespace
}  // namespace ldfi::results
