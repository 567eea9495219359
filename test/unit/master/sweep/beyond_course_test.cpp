#include "master/sweep/beyond_course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/faults.hpp"
#include "test/unit/master/sweep/world.hpp"

namespace ldfi::sweep {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> names(const std::vector<Point>& points) {
  std::vector<std::string> out;
  for (const Point& point : points) out.push_back(to_text(point));
  return out;
}

TEST(OneStepBeyond, RaisesOneNumberEach) {
  EXPECT_THAT(names(one_step_beyond({6, 3, 1}, {}, 3)),
              ElementsAre("<6,3,2>", "<6,4,1>", "<7,3,1>"));
  Budgets budgets;
  budgets.of<Outage>() = 2;
  budgets.of<Pause>() = 0;
  EXPECT_THAT(names(one_step_beyond({6, 3, 1}, budgets, 3)),
              ElementsAre("<6,3,1,restarts=3>", "<6,3,2>", "<6,4,1>", "<7,3,1>"))
      << "a kind of which there is none stays out";
}

TEST(OneStepBeyond, HasNothingThatIsNoFspec) {
  EXPECT_THAT(names(one_step_beyond({6, 5, 3}, {}, 3)), ElementsAre("<7,5,3>"))
      << "EFF is below EOT, and there are no more crashes than nodes";
  EXPECT_TRUE(one_step_beyond({Fspec::max_eot, Fspec::max_eot - 1, 1}, {}, 1).empty());
}

TEST(BeyondCourse, TellsWhatIsViolatedOneStepBeyond) {
  const World world{[](int eot) {
    return eot == 6 ? std::vector<FaultSet>{faults({lost(4)}), faults({}, {crash(1), crash(2, 1)})}
                    : std::vector<FaultSet>{};
  }};
  BeyondCourse course({}, {6, 3, 1}, one_step_beyond({6, 3, 1}, {}, 3));
  world.drive(course);
  EXPECT_EQ(course.decisive(), (Point{6, 3, 1}));
  EXPECT_EQ(course.conclusion(),
            "one step beyond <6,3,1>, violated: <6,3,2> <6,4,1>; nothing is violated: <7,3,1>");
  EXPECT_EQ(course.cells().at({6, 3, 1}).report.verdict, Verdict::certified);
  EXPECT_EQ(course.cells().at({6, 4, 1}).report.falsifiers[0].faults, faults({lost(4)}));
}

TEST(BeyondCourse, SearchesNothingBeyondWhatIsNotCertified) {
  const World world{[](int) { return std::vector<FaultSet>{faults({lost(2)})}; }};
  BeyondCourse course({}, {6, 3, 1}, one_step_beyond({6, 3, 1}, {}, 3));
  EXPECT_EQ(world.drive(course), 1U);
  EXPECT_EQ(course.cells().size(), 1U);
  EXPECT_EQ(course.conclusion(), "<6,3,1> is not certified, so nothing beyond it was searched");
}

TEST(BeyondCourse, TheAnswerDoesNotDependOnTheOrderOfAnswers) {
  const World world{[](int eot) {
    return eot == 7 ? std::vector<FaultSet>{faults({lost(1)})} : std::vector<FaultSet>{};
  }};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    BeyondCourse course({}, {6, 3, 1}, one_step_beyond({6, 3, 1}, {}, 3));
    world.drive(course, 4, seed);
    EXPECT_EQ(course.conclusion(),
              "one step beyond <6,3,1>, violated: <7,3,1>; nothing is violated: <6,3,2> <6,4,1>");
  }
}

TEST(BeyondCourse, ABudgetThatRunsOutLeavesTheCertificate) {
  const World world{[](int) { return std::vector<FaultSet>{}; }};
  BeyondCourse course({}, {6, 3, 1}, one_step_beyond({6, 3, 1}, {}, 3));
  const Query first = course.wanted(1).at(0);
  EXPECT_EQ(first.point, (Point{6, 3, 1})) << "what was asked comes first";
  course.answer(first, world.answer(first));
  course.stop("time");
  EXPECT_EQ(course.cells().at({6, 3, 1}).report.verdict, Verdict::certified);
  EXPECT_EQ(course.cells().at({6, 4, 1}).report.reason, "time");
  EXPECT_EQ(course.conclusion(), "one step beyond <6,3,1>, not known: <6,3,2> <6,4,1> <7,3,1>");
  BeyondCourse none({}, {6, 3, 1}, one_step_beyond({6, 3, 1}, {}, 3));
  none.stop("time");
  EXPECT_EQ(none.cells().size(), 1U);
  EXPECT_EQ(none.cells().at({6, 3, 1}).report.verdict, Verdict::inconclusive);
}

}  // namespace
}  // namespace ldfi::sweep
