// Compares every cell of a sweep (one Fspec each) with a separate search of the cell, on random
// programs and in random order. Most cells of the sweep are not searched, because their results
// follow from other cells. The separate search shares only the executor.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "common/base/errors.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/search/exhaustive.hpp"
#include "test/oracle/grid.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

std::string text_of(Verdict verdict, const std::vector<FaultSet>& falsifiers, const Fspec& fspec) {
  std::string out = std::to_string(static_cast<int>(verdict));
  for (const FaultSet& f : falsifiers) out += " | " + to_text(f, fspec);
  return out;
}

class SweepOracle {
 public:
  SweepOracle(const dedalus::Program& program, const FspecParameters& fspec, bool all,
              std::uint64_t seed)
      : program_(program), all_(all), random_(seed) {
    setup_.fspec = fspec;
    job_.settings.all = all;
    job_.settings.seed = seed;
  }

  /// Compares all cells. Returns the first difference, or an empty text.
  std::string run() {
    const auto& f = setup_.fspec;
    const auto points = all_points(f);
    sweep::GridCourse course({f.eff_mode, all_}, points);
    searched +=
        answer_all(course, random_, [&](const sweep::Point& point) { return search(point); });
    return compare(course, points);
  }

  std::size_t searched = 0;
  std::size_t cells = 0;
  std::size_t violated = 0;

 private:
  Cell search(const sweep::Point& point) { return search_point(program_, setup_, job_, point); }

  std::string compare(const sweep::GridCourse& course, const std::vector<sweep::Point>& points) {
    bool all_end_in_errors = true;
    for (const sweep::Point& point : points) {
      FspecParameters p = setup_.fspec;
      p.eot = point.eot;
      p.eff = point.eff;
      p.crashes = point.crashes;
      set_budgets(p, point.budgets);
      const Fspec fspec(p);
      const auto universe = ground::ground_program(program_, fspec);
      const auto executor = execute::make_ground_executor(universe);
      const auto alone = search::make_exhaustive(fspec, {all_, 1U << 20, 1000});
      const auto want = drive(*alone, *executor);
      // If there is a counterexample, the search may have ended before it met the error.
      const bool error = !want.error.empty() && want.falsifiers.empty();
      all_end_in_errors = all_end_in_errors && error;
      const auto& got = course.cells().at(point).report;
      if (error && (got.verdict != Verdict::inconclusive || !got.falsifiers.empty())) {
        return sweep::to_text(point) + " alone ends in an arithmetic error";
      }
      if (!want.error.empty()) continue;
      std::vector<FaultSet> expected;
      for (const auto& c : want.falsifiers) expected.push_back(c.faults);
      std::vector<FaultSet> found;
      for (const auto& c : got.falsifiers) found.push_back(c.faults);
      const bool vacuous = want.verdict == Verdict::certified && got.failure_free_pre == 0;
      // Only a search of the cell itself finds out whether any fault is possible.
      const bool idle = want.verdict == Verdict::certified && is_out_of_reach(got);
      const auto verdict = vacuous || idle ? Verdict::vacuous : want.verdict;
      ++cells;
      violated += expected.empty() ? 0U : 1U;
      if (text_of(verdict, expected, fspec) == text_of(got.verdict, found, fspec)) continue;
      return sweep::to_text(point) + " alone " + text_of(verdict, expected, fspec) +
             ", in the grid " + text_of(got.verdict, found, fspec);
    }
    if (all_end_in_errors != !course.error().empty()) return "all of them end in arithmetic errors";
    return "";
  }

  const dedalus::Program& program_;
  bool all_;
  Random random_;
  wire::Setup setup_;
  SearchJob job_;
};

TEST(SweepOracle, EveryCellEqualsASearchOfItsOwn) {
  const auto [first, count] = seeds({1, 150});
  std::size_t searched = 0;
  std::size_t cells = 0;
  std::size_t violated = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomProgram random = seed % 5 == 0    ? recovery_program(seed)
                                 : seed % 5 == 1  ? limited_program(seed)
                                 : seed % 10 == 2 ? failed_write_program(seed)
                                 : seed % 10 == 7 ? disk_fault_program(seed)
                                 : seed % 10 == 3 ? corruption_program(seed)
                                 : seed % 5 == 3  ? pause_program(seed)
                                                  : random_program(seed);
    const auto program = checked(random);
    if (!program) continue;
    for (const bool all : {false, true}) {
      SweepOracle oracle(*program, random.fspec, all, seed);
      ASSERT_EQ(oracle.run(), "") << "seed " << seed << ", all " << all << "\n" << describe(random);
      searched += oracle.searched;
      cells += oracle.cells;
      violated += oracle.violated;
    }
  }
  std::cout << cells << " cells of programs from seed " << first << " on, " << violated
            << " with counterexamples, in " << searched << " searches\n";
  EXPECT_GT(cells, count);
  EXPECT_GT(violated, cells / 20);
}

}  // namespace
}  // namespace ldfi::test
