#include "results/watch/watch_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// A sweep of a real system of which two of six cells are done.
Seen sweep() {
  Seen out;
  journal::Standing now;
  now.cells_done = 2;
  now.cells_total = 6;
  out.standing = now;
  return out;
}

TEST(WatchLines, ARunThatIsUnderWaySaysHowManyCellsAreDone) {
  EXPECT_THAT(watch_lines(sweep(), "r.journal"), Contains(HasSubstr("2 of 6 done, 1 under way")));
}

TEST(WatchLines, AFinishedRunHasAllCells) {
  Seen seen = sweep();
  seen.verdict = "counterexample";
  EXPECT_THAT(watch_lines(seen, "r.journal"), Contains(HasSubstr("6 of 6 done")));
}

TEST(WatchLines, ARefusedRunHasOnlyTheCellsThatAreDone) {
  Seen seen = sweep();
  seen.verdict = "refused";
  EXPECT_THAT(watch_lines(seen, "r.journal"), Contains(HasSubstr("2 of 6 done")));
}

}  // namespace
}  // namespace ldfi::results
