#include "master/sweep/grid_course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "test/support/faults.hpp"
#include "test/unit/master/sweep/world.hpp"

namespace ldfi::sweep {
namespace {

using ::testing::ElementsAre;

TEST(Point, KnowsWhatItContainsAndAdmits) {
  EXPECT_EQ(to_text({6, 4, 1}), "<6,4,1>");
  EXPECT_TRUE(contains({6, 4, 1}, {6, 4, 1}));
  EXPECT_TRUE(contains({6, 4, 1}, {6, 0, 0}));
  EXPECT_FALSE(contains({6, 4, 1}, {6, 4, 2}));
  EXPECT_FALSE(contains({6, 4, 1}, {5, 3, 1}));
  const Point three{6, 4, 1, {}, 0, {"LEASE=3"}};
  const Point four{6, 3, 1, {}, 1, {"LEASE=4"}};
  EXPECT_EQ(to_text(four), "<6,3,1,LEASE=4>");
  EXPECT_FALSE(contains(three, four));
  EXPECT_TRUE(contains(three, {6, 3, 1, {}, 0, {"LEASE=3"}}));
  EXPECT_TRUE(admits({6, 4, 0}, EffMode::inclusive, faults({lost(4)})));
  EXPECT_FALSE(admits({6, 4, 0}, EffMode::exclusive, faults({lost(4)})));
  EXPECT_FALSE(admits({6, 4, 0}, EffMode::inclusive, faults({}, {crash(1)})));
  EXPECT_EQ(largest_eff(1, EffMode::inclusive), 0);
  EXPECT_EQ(largest_eff(6, EffMode::inclusive), 4);
  EXPECT_EQ(largest_eff(6, EffMode::exclusive), 5);
}

TEST(Grid, SkipsWhatIsNoFspec) {
  const Grid grid = make_grid({{4, 6}, {0, 2, 5}, {0, 3}}, 2);
  const std::vector<Point> want{{4, 0, 0}, {4, 2, 0}, {6, 0, 0}, {6, 2, 0}, {6, 5, 0}};
  EXPECT_EQ(grid.points, want);
  EXPECT_EQ(grid.skipped, 7U);
}

TEST(Grid, HasEveryCombinationOfConstants) {
  const Axes axes{{4}, {0, 5}, {0}, {}, {{"A", "1", "10"}, {"B", "x", "y"}}};
  const Grid grid = make_grid(axes, 2);
  std::vector<std::string> names;
  for (const Point& point : grid.points) names.push_back(to_text(point));
  EXPECT_THAT(names, ElementsAre("<4,0,0,A=1,B=x>", "<4,0,0,A=1,B=y>", "<4,0,0,A=10,B=x>",
                                 "<4,0,0,A=10,B=y>"));
  EXPECT_EQ(grid.skipped, 4U);
}

TEST(GridCourse, NothingFollowsForAnotherProgram) {
  const World world{[](int) { return std::vector<FaultSet>{}; }};
  GridCourse course({}, make_grid({{5}, {1, 3}, {0}, {}, {{"A", "1", "2", "3"}}}, 3).points);
  EXPECT_EQ(world.drive(course), 3U);
  for (const auto& [point, cell] : course.cells()) {
    EXPECT_EQ(cell.from.has_value(), point.eff == 1) << to_text(point);
    if (cell.from) {
      EXPECT_EQ(cell.from->params, point.params);
    }
  }
}

TEST(Grid, SkipsWhatCannotBeCounted) {
  const int most = largest_countable_eff(20);
  EXPECT_LE(20 * 19 * static_cast<std::uint64_t>(most), Fspec::max_omissions);
  EXPECT_GT(20 * 19 * static_cast<std::uint64_t>(most + 1), Fspec::max_omissions);
  EXPECT_EQ(largest_countable_eff(1), Fspec::max_eot);
  const Grid grid = make_grid({{most + 2}, {most, most + 1}, {0}}, 20);
  EXPECT_EQ(grid.points, (std::vector<Point>{{most + 2, most, 0}}));
  EXPECT_EQ(grid.skipped, 1U);
}

TEST(Grid, VariesBudgets) {
  const Grid grid = make_grid(
      {{4}, {0, 4}, {1}, {{Budgets::of_kind<Outage>, {0, 2}}, {Budgets::faults, {1, 3}}}}, 2);
  std::string text;
  for (const Point& point : grid.points) text += to_text(point) + " ";
  EXPECT_EQ(text,
            "<4,0,1,restarts=0,max-faults=1> <4,0,1,restarts=0,max-faults=3> "
            "<4,0,1,restarts=2,max-faults=1> <4,0,1,restarts=2,max-faults=3> ");
  EXPECT_EQ(grid.skipped, 4U);
  EXPECT_TRUE(contains(grid.points[3], grid.points[0]));
  EXPECT_FALSE(contains(grid.points[2], grid.points[1]) ||
               contains(grid.points[1], grid.points[2]));
}

std::vector<Point> points() {
  return make_grid({{3, 4, 5}, {0, 1, 2, 3, 4}, {0, 1, 2}}, 3).points;
}

TEST(GridCourse, OneProofCoversAColumn) {
  const World world{[](int) { return std::vector<FaultSet>{}; }};
  GridCourse course({}, points());
  EXPECT_EQ(world.drive(course), 3U);
  for (const auto& [point, cell] : course.cells()) EXPECT_EQ(brief(cell.report), "certified");
  EXPECT_EQ(course.cells().at({5, 0, 0}).from, (Point{5, 4, 2}));
  EXPECT_FALSE(course.cells().at({5, 4, 2}).from);
}

/// Returns random minimal falsifiers for each EOT. Sometimes the failure-free run alone violates.
World random_grid_world(std::uint64_t seed, Rules rules) {
  std::map<int, std::vector<FaultSet>> all;
  test::Random random(seed);
  for (int eot = 3; eot <= 5; ++eot) {
    const std::size_t count = random.below(5);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<Omission> omissions;
      std::map<NodeId, Crash> crashes;
      for (std::size_t k = random.below(3); k > 0; --k) {
        const auto from = static_cast<std::uint32_t>(random.below(3));
        omissions.push_back(lost(1 + static_cast<int>(random.below(4)), from, (from + 1) % 3));
      }
      for (std::size_t k = random.below(3); k > 0; --k) {
        const Crash c = crash(1 + static_cast<int>(random.below(3)),
                              static_cast<std::uint32_t>(random.below(3)));
        crashes.emplace(c.node, c);
      }
      std::vector<Crash> list;
      for (const auto& [node, c] : crashes) list.push_back(c);
      const FaultSet set = test::fault_set(omissions, list);
      auto& here = all[eot];
      const bool redundant = std::any_of(here.begin(), here.end(), [&](const FaultSet& f) {
        return f.subset_of(set) || set.subset_of(f);
      });
      if (!redundant && (!set.empty() || random.below(4) == 0)) here.push_back(set);
    }
  }
  const std::uint64_t mute = random.below(8);
  return {[all](int eot) {
            const auto it = all.find(eot);
            return it == all.end() ? std::vector<FaultSet>{} : it->second;
          },
          [mute](int eot) { return static_cast<std::uint64_t>(eot) == mute ? 0U : 2U; }, rules};
}

// Checks every rule of carry_over.hpp: a cell whose result is implied by other cells equals the
// result of its own search, in any order of searches.
TEST(GridCourse, EqualsIndependentSearches) {
  std::size_t implied_cells = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    const Rules rules{seed % 2 == 0 ? EffMode::inclusive : EffMode::exclusive, seed % 3 == 0};
    const World world = random_grid_world(seed, rules);
    GridCourse course(rules, points());
    world.drive(course, 1 + seed % 5, seed);
    ASSERT_EQ(course.cells().size(), points().size());
    for (const auto& [point, cell] : course.cells()) {
      EXPECT_EQ(brief(cell.report), brief(world.answer({point, false}))) << to_text(point);
      if (cell.from) ++implied_cells;
    }
  }
  EXPECT_GT(implied_cells, 5000U);
}

TEST(GridCourse, SaysTheSameForAnyNumberOfWorkers) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    std::set<std::string> outcomes;
    for (const std::size_t parallel : {1U, 2U, 4U, 30U}) {
      const World world = random_grid_world(seed, {});
      GridCourse course({}, points());
      world.drive(course, parallel, seed + parallel);
      std::string text;
      for (const auto& [point, cell] : course.cells()) {
        text += to_text(point) + brief(cell.report) + (cell.from ? to_text(*cell.from) : "") + "\n";
      }
      outcomes.insert(text);
    }
    EXPECT_EQ(outcomes.size(), 1U) << seed;
  }
}

TEST(GridCourse, CarriesNothingOverWhenTheSearchIsIncomplete) {
  const Rules rules{EffMode::inclusive, false, false};
  const World world{[](int) { return std::vector<FaultSet>{}; }, [](int) { return 1; }, rules};
  GridCourse course(rules, points());
  EXPECT_EQ(world.drive(course), points().size());
}

TEST(GridCourse, AKnownFalsifierRescuesALargerCell) {
  World world{[](int) { return std::vector<FaultSet>{faults({lost(1)})}; }};
  world.limits[{{4, 3, 1}, false}] = "runs";
  GridCourse course({}, make_grid({{4}, {1, 3}, {1}}, 2).points);
  world.drive(course);
  EXPECT_EQ(brief(course.cells().at({4, 3, 1}).report), "counterexample {O01@1} runs");
  EXPECT_EQ(course.cells().at({4, 3, 1}).from, (Point{4, 1, 1}));
}

TEST(GridCourse, KeepsWhatIsFinishedWhenStopped) {
  const World world{[](int) { return std::vector<FaultSet>{}; }};
  GridCourse course({}, points());
  const Query first = course.wanted(1).front();
  course.answer(first, world.answer(first));
  course.stop("time");
  EXPECT_TRUE(course.finished());
  EXPECT_EQ(course.cells().size(), points().size());
  EXPECT_EQ(brief(course.cells().at({3, 0, 0}).report), "certified");
  EXPECT_EQ(brief(course.cells().at({5, 0, 0}).report), "inconclusive time");
}

TEST(GridCourse, AnErrorEndsItsCellAlone) {
  Cell wrong;
  wrong.error = "a.ded:1:2: error: division by zero\n";
  const World world{[](int) { return std::vector<FaultSet>{}; }};
  GridCourse course({}, make_grid({{3, 4}, {1}, {0}}, 3).points);
  course.answer(course.wanted(1).front(), wrong);
  EXPECT_FALSE(course.finished());
  world.drive(course);
  EXPECT_EQ(course.error(), "");
  EXPECT_EQ(brief(course.cells().at({3, 1, 0}).report), "inconclusive an arithmetic error");
  EXPECT_EQ(brief(course.cells().at({4, 1, 0}).report), "certified");
}

TEST(GridCourse, ErrorsInAllCellsAreTheAnswer) {
  Cell wrong;
  wrong.error = "a.ded:1:2: error: division by zero\n";
  GridCourse course({}, make_grid({{3}, {1, 2}, {0}}, 3).points);
  while (!course.finished()) course.answer(course.wanted(1).front(), wrong);
  EXPECT_EQ(course.error(), wrong.error + "  hint: it ends the search of the cell <3,2,0>");
}

}  // namespace
}  // namespace ldfi::sweep
