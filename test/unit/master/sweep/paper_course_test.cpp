#include "master/sweep/paper_course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "master/sweep/sweep_strategy.hpp"
#include "test/unit/master/sweep/world.hpp"

namespace ldfi::sweep {
namespace {

using testing::HasSubstr;

std::string cells_of(const Course& course) {
  std::string out;
  for (const auto& [point, cell] : course.cells()) {
    out += to_text(point) + " " + brief(cell.report) +
           (cell.from ? " from " + to_text(*cell.from) : "") + "\n";
  }
  return out;
}

/// A protocol that promises something from tick 3 on, and is violated by a loss in the last
/// `recovery` ticks.
World retrying(int recovery, Rules rules = {}) {
  return {[recovery](int eot) {
            std::vector<FaultSet> out;
            for (int t = std::max(1, eot - recovery + 1); t < eot; ++t)
              out.push_back(faults({lost(t)}));
            return out;
          },
          [](int eot) { return eot >= 3 ? 1 : 0; }, rules};
}

TEST(PaperCourse, ClimbsTheDiagonalOfACorrectProtocol) {
  PaperCourse course({}, {0, 6, SweepStride::one});
  const World world = retrying(2);
  world.drive(course);
  EXPECT_EQ(cells_of(course),
            "<3,0,0> certified from <3,1,0>\n"
            "<3,1,0> certified\n"
            "<4,2,0> certified\n"
            "<5,3,0> certified\n"
            "<6,4,0> certified\n");
  EXPECT_EQ(course.decisive(), (Point{6, 4, 0}));
  EXPECT_THAT(course.conclusion(), HasSubstr("<6,4,0> is the deepest certified Fspec; the sweep "
                                             "ended at EOT 6 (max EOT)"));
}

TEST(PaperCourse, EndsWhereAllThatFollowsIsProved) {
  PaperCourse course({}, {0, 1000, SweepStride::one, [](const Point& p) { return p.eot >= 4; }});
  const World world = retrying(2);
  world.drive(course);
  EXPECT_EQ(cells_of(course), "<3,0,0> certified from <3,1,0>\n<3,1,0> certified\n");
  EXPECT_EQ(course.decisive(), (Point{3, 1, 0}));
  EXPECT_THAT(course.conclusion(),
              HasSubstr("<3,1,0> is the deepest certified Fspec; the sweep ended at EOT 3 (the "
                        "following answers are proved for every EOT)"));
}

TEST(PaperCourse, TellsNothingOfASmallerEffWhereMinorSpecificationsHaveOtherFalsifiers) {
  PaperCourse course({}, {0, 4, SweepStride::one});
  while (!course.finished()) {
    const Query query = course.wanted(1).front();
    Cell cell;
    cell.verdict = Verdict::certified;
    if (query.point.eot < 4) cell.verdict = Verdict::vacuous;
    cell.specifications = {
        {{"tidy", Specification::Severity::minor, 0, {}, ""}, Verdict::counterexample, {0}}};
    cell.falsifiers = {{faults({lost(2)}), true, {}}};
    course.answer(query, cell);
  }
  EXPECT_EQ(cells_of(course), "<4,2,0> certified {O01@2}\n");
  EXPECT_EQ(course.decisive(), (Point{4, 2, 0}));
}

TEST(PaperCourse, LetsAProtocolRecover) {
  PaperCourse course({}, {0, 8, SweepStride::one});
  retrying(4).drive(course);
  // At EOT 8, the protocol survives losses up to tick 4. <8,5,0> is violated, and no larger EOT is
  // searched.
  EXPECT_EQ(course.decisive(), (Point{8, 4, 0})) << cells_of(course);
  EXPECT_THAT(course.conclusion(), HasSubstr("<8,4,0> is the deepest certified Fspec"));
  EXPECT_THAT(course.conclusion(), HasSubstr("too few larger EOTs"));
}

TEST(PaperCourse, FindsTheMinimalParametersOfABug) {
  PaperCourse course({}, {1, 9, SweepStride::one});
  const World world{[](int) {
                      return std::vector<FaultSet>{faults({lost(2), lost(2, 1, 0)}, {crash(2, 2)}),
                                                   faults({lost(3)}, {crash(2, 2)})};
                    },
                    [](int eot) { return eot >= 4 ? 1 : 0; }};
  world.drive(course);
  EXPECT_EQ(course.decisive(), (Point{4, 2, 1})) << cells_of(course);
  EXPECT_EQ(brief(course.cells().at({5, 2, 1}).report), "counterexample {O01@2O10@2C2@2}");
}

TEST(PaperCourse, RaisesEotUntilSomethingIsPromised) {
  PaperCourse course({}, {0, 5, SweepStride::one});
  const World mute{[](int) { return std::vector<FaultSet>{}; }, [](int) { return 0; }};
  mute.drive(course);
  EXPECT_EQ(cells_of(course), "<5,0,0> vacuous\n");
  EXPECT_EQ(course.decisive(), (Point{5, 0, 0}));
}

TEST(PaperCourse, ReportsAProgramThatIsAlwaysBroken) {
  PaperCourse course({}, {0, 4, SweepStride::one});
  const World broken{[](int) { return std::vector<FaultSet>{FaultSet()}; }};
  broken.drive(course);
  EXPECT_EQ(cells_of(course), "<4,0,0> broken {}\n");
  EXPECT_EQ(course.decisive(), (Point{4, 0, 0}));
}

TEST(PaperCourse, StopsWhereALimitIs) {
  World world = retrying(2);
  world.limits[{{5, 3, 0}, false}] = "memory";
  PaperCourse limited({}, {0, 9, SweepStride::one});
  world.drive(limited);
  EXPECT_EQ(limited.decisive(), (Point{4, 2, 0}));
  EXPECT_THAT(limited.conclusion(), HasSubstr("(memory)"));
  PaperCourse stopped({}, {0, 9, SweepStride::one});
  stopped.stop("time");
  EXPECT_EQ(cells_of(stopped), "<1,0,0> inconclusive time\n");
  EXPECT_EQ(stopped.decisive(), (Point{1, 0, 0}));
}

TEST(PaperCourse, CanTakeLargerSteps) {
  PaperCourse course({}, {0, 20, SweepStride::half});
  retrying(2).drive(course);
  EXPECT_EQ(course.decisive(), (Point{19, 17, 0})) << cells_of(course);
}

/// The sweep as published [LDFI15], cell by cell: EFF grows by steps of one.
std::map<Point, std::string> literally(const World& world, const PaperOptions& options) {
  std::map<Point, std::string> out;
  int eot = 1;
  while (eot < options.max_eot && world.answer({{eot, 0, 0}, true}).verdict != Verdict::certified) {
    ++eot;
  }
  for (int eff = 0; eot <= options.max_eot;) {
    const Point point{eot, eff, options.crashes};
    const auto report = world.answer({point, false});
    out[point] = brief(report);
    const bool certified = report.verdict == Verdict::certified;
    if (certified && eff < largest_eff(eot, world.rules.mode)) {
      ++eff;
    } else {
      ++eot;
      if (certified) eff = largest_eff(eot, world.rules.mode);
    }
  }
  return out;
}

World random_world(std::uint64_t seed, Rules rules) {
  test::Random random(seed);
  std::map<int, std::vector<FaultSet>> all;
  // losses at this tick violate at every larger EOT
  const int bug = 1 + static_cast<int>(random.below(12));
  const int begin = 1 + static_cast<int>(random.below(4));
  for (int eot = 1; eot <= 12; ++eot) {
    auto& here = all[eot];
    if (bug < eot) here.push_back(faults({lost(bug), lost(bug, 1, 2)}));
    const int last = static_cast<int>(random.below(3));
    for (int k = 0; k < last && eot - k > 1; ++k) {
      if (eot - k != bug) here.push_back(faults({lost(eot - k, 1, 2)}));
    }
    if (random.below(20) == 0) here = {FaultSet()};
  }
  const int mute = random.below(3) == 0 ? 7 : 99;
  return {[all](int eot) { return all.at(eot); },
          [begin, mute](int eot) { return eot >= begin && eot != mute ? 1U : 0U; }, rules};
}

// A sweep visits every cell that the published sweep visits, with the same result, however many
// searches run at once.
TEST(PaperCourse, VisitsWhatThePublishedSweepVisits) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const Rules rules{seed % 2 == 0 ? EffMode::inclusive : EffMode::exclusive, seed % 3 == 0,
                      seed % 5 != 0};
    const World world = random_world(seed, rules);
    const PaperOptions options{0, 12, SweepStride::one};
    const auto want = literally(world, options);
    std::optional<std::string> first;
    for (const std::size_t parallel : {1U, 3U, 8U}) {
      PaperCourse course(rules, options);
      world.drive(course, parallel, seed * parallel);
      for (const auto& [point, text] : want) {
        ASSERT_TRUE(course.cells().contains(point)) << to_text(point) << "\n" << cells_of(course);
        EXPECT_EQ(brief(course.cells().at(point).report), text) << to_text(point);
      }
      const std::string text = cells_of(course) + course.conclusion();
      EXPECT_EQ(first.value_or(text), text);
      first = text;
    }
  }
}

TEST(SweepStrategy, TurnsQueriesIntoJobsAndReportsIntoAnswers) {
  PaperCourse course({}, {1, 6, SweepStride::one});
  SearchSettings settings;
  settings.seed = 9;
  SweepStrategy strategy(course, settings);
  const World world = retrying(2);
  std::uint64_t last = 0;
  while (!strategy.finished()) {
    const auto job = strategy.next_job();
    ASSERT_TRUE(job.has_value());
    EXPECT_GT(job->id, last);
    last = job->id;
    const auto& work = std::get<SearchJob>(job->work);
    EXPECT_EQ(work.settings.seed, 9U);
    EXPECT_EQ(work.crashes, 1);
    strategy.accept(
        {job->id, 1, 1, world.answer({{work.eot, work.eff, work.crashes}, work.probe})});
  }
  EXPECT_FALSE(strategy.next_job().has_value());
  EXPECT_EQ(course.decisive(), (Point{6, 4, 1}));
  EXPECT_EQ(strategy.result().executed, 4);
}

TEST(SweepStrategy, NeverAsksTwiceAtOnce) {
  PaperCourse course({}, {1, 6, SweepStride::one});
  SweepStrategy strategy(course, {});
  std::set<std::pair<int, int>> asked;
  while (const auto job = strategy.next_job()) {
    const auto& work = std::get<SearchJob>(job->work);
    EXPECT_TRUE(asked.emplace(work.eot, work.eff).second);
  }
  // probes, which only ask whether an EOT promises anything, one for each EOT
  EXPECT_EQ(asked.size(), 6U);
}

}  // namespace
}  // namespace ldfi::sweep
