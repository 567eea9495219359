// Grounding ends with an exception when it reaches its limits.
#include "common/dedalus/ground/grounder.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/support/fspec.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::ground {
namespace {

using test::fspec;

TEST(Universe, StopsAtItsBudget) {
  const auto program =
      test::check({"n(\"a\", 1)@1; n(X, I + 1) :- n(X, I);", fspec(1, 0, 0, {"a"})});
  GroundLimits limits;
  limits.max_facts = 1000;
  EXPECT_THROW(ground_program(program, Fspec(fspec(1, 0, 0, {"a"})), limits), BudgetExceeded);
}

TEST(Universe, CountsTheCrashesBeforeItMakesThem) {
  const auto spec = fspec(500, 0, 1, {"a", "b"});
  const auto program =
      test::check({"n(\"a\", 1)@1; n(X, I)@next :- n(X, I), notin crash(X, X, _);", spec});
  GroundLimits limits;
  limits.max_facts = 999;
  EXPECT_THROW(ground_program(program, Fspec(spec), limits), BudgetExceeded);
}

TEST(Universe, BoundsWhatCountsWithinATickAndAsksItsCheck) {
  const auto spec = fspec(1, 0, 0, {"a"});
  const auto counts = test::check({"n(\"a\", 1)@1; n(X, I + 1) :- n(X, I);", spec});
  GroundLimits limits;
  limits.counting = {1'000, 100'000};
  EXPECT_THROW(ground_program(counts, Fspec(spec), limits), BudgetExceeded);
  std::string text = "q(X) :- n(X, A), n(X, B), n(X, C), n(X, D), A + B + C + D < 0;";
  for (int i = 0; i < 60; ++i) text += "n(\"a\", " + std::to_string(i) + ")@1;";
  limits.check = [] { throw BudgetExceeded("time", "time"); };
  EXPECT_THROW(ground_program(test::check({text, spec}), Fspec(spec), limits), BudgetExceeded);
}

}  // namespace
}  // namespace ldfi::ground
