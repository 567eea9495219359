#include "results/views/lineage/graphviz.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;

std::string problem(const std::string& program, int timeout_ms = 10'000) {
  const auto placed = place({{{10, 10}, {20, 10}}, {{0, 1}}}, {program, timeout_ms});
  const auto* none = std::get_if<NoPlacement>(&placed);
  return none == nullptr ? "" : none->reason;
}

/// Writes a shell script with these commands and returns its path.
std::string script(const std::string& name, const std::string& commands) {
  const std::string path = ::testing::TempDir() + "ldfi_" + name;
  std::ofstream(path) << "#!/bin/sh\n" << commands << "\n";
  ::chmod(path.c_str(), 0700);
  return path;
}

TEST(Graphviz, MissingFailingHangingOrMadIsToldAndNoMore) {
  EXPECT_THAT(problem("/nonexistent/dot"), HasSubstr("it is not installed"));
  EXPECT_THAT(problem(script("fails", "exit 3")), HasSubstr("it failed"));
  EXPECT_THAT(problem(script("dies", "kill -9 $$")), HasSubstr("it failed"));
  EXPECT_THAT(problem(script("hangs", "exec sleep 1000"), 50), HasSubstr("it took too long"));
  EXPECT_THAT(problem(script("deaf", "exec >&-; exec sleep 1000"), 50),
              HasSubstr("it took too long"));
  EXPECT_THAT(problem(script("mad", "echo graph 1 2 3; echo node n7 1 1")),
              HasSubstr("its output cannot be read"));
}

TEST(Graphviz, PlacesConclusionsAboveTheirSupport) {
  const auto placed = place({{{40, 20}, {60, 20}}, {{0, 1}}});
  const auto* found = std::get_if<Placement>(&placed);
  if (found == nullptr) GTEST_SKIP() << std::get<NoPlacement>(placed).reason;
  ASSERT_EQ(found->centers.size(), 2U);
  EXPECT_GT(found->centers[0].y, found->centers[1].y);
  ASSERT_EQ(found->splines.size(), 1U);
}

}  // namespace
}  // namespace ldfi::results
