// Compares every cell of a sweep (one Fspec each) with the execution of all its fault sets, for
// each specification. Most cells are not searched, because their results follow from other cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"
#include "test/oracle/grid.hpp"
#include "test/oracle/seeds.hpp"
#include "test/oracle/specified.hpp"
#include "test/support/specified_program.hpp"

namespace ldfi::test {
namespace {

struct GridTotals {
  std::size_t searched = 0;
  std::size_t cells = 0;
};

class Grid {
 public:
  Grid(const dedalus::Program& program, const SpecifiedProgram& random, bool all,
       std::uint64_t seed)
      : program_(program), specified_(random), all_(all), random_(seed) {
    setup_.fspec = random.protocol.fspec;
    job_.settings.all = all;
    job_.settings.seed = seed;
  }

  /// Compares all cells. Returns the first difference, or an empty text.
  std::string run(GridTotals& totals) {
    const FspecParameters& f = setup_.fspec;
    const auto points = all_points(f);
    sweep::GridCourse course({f.eff_mode, all_}, points);
    totals.searched +=
        answer_all(course, random_, [&](const sweep::Point& point) { return search(point); });
    if (!course.error().empty()) return "";  // other tests check what happens after errors
    std::string wrong;
    for (const sweep::Point& point : points) {
      const Cell& cell = course.cells().at(point).report;
      if (wrong.empty() && !decides_by_error(cell)) wrong = compare(cell, point);
      ++totals.cells;
    }
    return wrong;
  }

 private:
  Cell search(const sweep::Point& point) { return search_point(program_, setup_, job_, point); }

  std::string compare(const Cell& got, const sweep::Point& point) {
    FspecParameters p = setup_.fspec;
    p.eot = point.eot;
    p.eff = point.eff;
    p.crashes = point.crashes;
    set_budgets(p, point.budgets);
    const Enumerated all(program_, specified_.specifications, Fspec(p));
    const std::string expected = told(all.answer(all_, true), all.fspec());
    const std::string found = told(all.without_reach(got), all.fspec());
    if (expected == found) return "";
    return sweep::to_text(point) + "\nexpected:\n" + expected + "in the grid:\n" + found;
  }

  const dedalus::Program& program_;
  const SpecifiedProgram& specified_;
  bool all_;
  Random random_;
  wire::Setup setup_;
  SearchJob job_;
};

/// Returns the first difference about this program, or an empty text (also if the checker refuses
/// it).
std::string grid_disagreement(const SpecifiedProgram& random, std::uint64_t seed,
                              GridTotals& totals) {
  if (random.specifications.empty()) return "";
  std::string wrong;
  try {
    const dedalus::Program program = check(random);
    for (const bool all : {false, true}) {
      if (wrong.empty()) wrong = Grid(program, random, all, seed).run(totals);
    }
  } catch (const BudgetExceeded&) {
  } catch (const InputError&) {
  }
  return wrong;
}

TEST(SpecificationSweep, EveryCellAgreesWithAllItsFaultSets) {
  const auto [first, count] = seeds({1, 80});
  GridTotals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const SpecifiedProgram random = specified_program(seed);
    const std::string wrong = grid_disagreement(random, seed, totals);
    if (wrong.empty()) continue;
    GridTotals unused;
    const SpecifiedProgram small = shrink(random, [&](const SpecifiedProgram& p) {
      return !grid_disagreement(p, seed, unused).empty();
    });
    ADD_FAILURE() << "seed " << seed << ": " << wrong
                  << "\nshrunk: " << grid_disagreement(small, seed, unused) << "\n"
                  << describe(small.protocol) << "\n// .spec\n"
                  << specification_file(small);
    if (!keeps_going()) break;
  }
  std::cout << totals.cells << " cells of programs from seed " << first << " on, in "
            << totals.searched << " searches\n";
  EXPECT_GT(totals.cells, count);
}

}  // namespace
}  // namespace ldfi::test
