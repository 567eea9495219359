#include "master/face/vacuous_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Cell vacuous_cell() {
  Cell out;
  out.fspec.eot = 4;
  out.verdict = Verdict::vacuous;
  return out;
}

TEST(VacuousLines, SayThatPreIsEmptyAndWhatToDo) {
  EXPECT_THAT(vacuous_lines(vacuous_cell(), ""),
              ElementsAre(HasSubstr("`pre` has no tuple at tick 4"), HasSubstr("Raise --eot")));
  EXPECT_THAT(vacuous_lines(vacuous_cell(), "my file.h5").back(),
              HasSubstr("ldfi-results show 'my file.h5' none"));
  EXPECT_THAT(vacuous_lines(vacuous_cell(), "my file.h5"),
              testing::Contains(HasSubstr("ldfi-results lineage 'my file.h5' none pre")));
}

TEST(VacuousLines, NameTheSpecificationsThatAreNeverJudged) {
  Cell cell = vacuous_cell();
  Specification late;
  late.name = "late";
  late.after = 4;
  cell.specifications = {{late, Verdict::vacuous, {}}};
  EXPECT_THAT(
      vacuous_lines(cell, "x.h5"),
      ElementsAre("late is judged `after 4`, and EOT is 4: no tick is judged. Raise --eot."));
  cell.specifications[0].verdict = Verdict::certified;
  EXPECT_THAT(vacuous_lines(cell, "x.h5"), IsEmpty());
}

TEST(VacuousLines, LeaveOtherReasonsAndVerdictsAlone) {
  Cell cell = vacuous_cell();
  cell.failure_free_pre = 1;
  EXPECT_THAT(vacuous_lines(cell, "x.h5"), IsEmpty()) << "its reason says why";
  cell.failure_free_pre = 0;
  cell.verdict = Verdict::inconclusive;
  EXPECT_THAT(vacuous_lines(cell, "x.h5"), IsEmpty());
}

}  // namespace
}  // namespace ldfi::app
