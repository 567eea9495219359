#include "master/sweep/sweep_strategy.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "master/sweep/grid_course.hpp"
#include "test/unit/master/sweep/world.hpp"

namespace ldfi::sweep {
namespace {

/// Returns results of searches in which a loss at tick 3 violates from EOT 5 on.
World broken_late() {
  return {[](int eot) {
    return eot < 5 ? std::vector<FaultSet>{} : std::vector<FaultSet>{faults({lost(3)})};
  }};
}

Point point_of(const SearchJob& job) {
  return {job.eot, job.eff, job.crashes};
}

Report answer(const Job& job, const World& world) {
  const auto& search = std::get<SearchJob>(job.work);
  Report report;
  report.job = job.id;
  report.result = world.answer({point_of(search), search.probe});
  return report;
}

TEST(SweepStrategyTest, OfWhatIsProvedOnlyTheFailureFreeRunIsAskedFor) {
  GridCourse course({}, make_grid({{4, 5}, {1, 3}, {0}}, 2).points);
  SweepStrategy strategy(course, {}, [](const Point& p) { return p.eot == 4; });
  std::size_t probes = 0, searches = 0;
  while (auto job = strategy.next_job()) {
    const auto& search = std::get<SearchJob>(job->work);
    EXPECT_EQ(search.probe, search.eot == 4);
    ++(search.probe ? probes : searches);
    strategy.accept(answer(*job, broken_late()));
  }
  EXPECT_TRUE(strategy.finished());
  EXPECT_EQ(probes, 1U) << "of <4,3,0>; <4,1,0> follows";
  EXPECT_GE(searches, 1U);
  EXPECT_EQ(course.cells().at({4, 3, 0}).report.verdict, Verdict::certified);
  EXPECT_EQ(course.cells().at({4, 1, 0}).report.verdict, Verdict::certified);
  EXPECT_EQ(course.cells().at({5, 3, 0}).report.verdict, Verdict::counterexample);
}

TEST(SweepStrategyTest, AFailureFreeRunThatContradictsAProofIsABug) {
  GridCourse course({}, make_grid({{4}, {1}, {0}}, 2).points);
  SweepStrategy strategy(course, {}, [](const Point&) { return true; });
  const auto job = strategy.next_job();
  const World broken{[](int) { return std::vector<FaultSet>{FaultSet()}; }};
  EXPECT_THROW(strategy.accept(answer(*job, broken)), InternalError);
}

}  // namespace
}  // namespace ldfi::sweep
