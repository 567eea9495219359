#include "results/views/systems/timeline.hpp"

#include <gtest/gtest.h>

#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

TEST(Timeline, ShowsAShortExecutionWhole) {
  const History history = read_history("x", bad_recording());
  const Timeline line(history, {}, 100, 30);
  EXPECT_TRUE(line.folds().empty());
  for (std::size_t i = 0; i < history.events().size(); ++i) EXPECT_TRUE(line.shown(i)) << i;
  EXPECT_EQ(line.y_of(0), 100);
  EXPECT_GT(line.bottom(), line.y_of(history.events().size() - 1));
}

TEST(Timeline, TimeRunsDownwards) {
  const History history = read_history("x", bad_recording());
  const Timeline line(history, {}, 100, 30);
  double last = 0;
  for (std::int64_t t = 0; t < 600; ++t) {
    EXPECT_GE(line.y_at(t * ms), last) << t;
    last = line.y_at(t * ms);
  }
}

std::string long_recording(int beats) {
  std::string out = system_header("");
  for (int i = 0; i < beats; ++i) {
    out += fmt::format(R"({{"e":"timer","t":{},"node":"n0"}})"
                       "\n",
                       i * ms);
  }
  return out + asked(beats, 0, "c1", "n0", R"({"type":"read"})") +
         "{\"e\":\"verdict\",\"result\":\"pass\"}\n";
}

TEST(Timeline, FoldsWhatIsOfNoInterest) {
  const History history = read_history("x", long_recording(1000));
  const Timeline line(history, {500}, 100, 30);
  EXPECT_EQ(line.folds().size(), 2U) << "before the marked one, and before the client";
  EXPECT_TRUE(line.shown(1000));
  EXPECT_TRUE(line.shown(500));
  EXPECT_FALSE(line.shown(200));
  EXPECT_LT(line.bottom(), 800);
}

TEST(Timeline, IsBounded) {
  const History history = read_history("x", long_recording(3000));
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < history.events().size(); ++i) all.insert(i);
  EXPECT_LT(Timeline(history, all, 100, 30).bottom(), 30'000);
  EXPECT_LE(Timeline(history, all, 100, 30).rows().size(), 300U);
}

}  // namespace
}  // namespace ldfi::results
