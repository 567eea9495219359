#include "common/record/specification.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

using Severity = Specification::Severity;

constexpr std::array all_severities{Severity::info, Severity::minor, Severity::major,
                                    Severity::critical};

TEST(SpecificationsThatCount, AreThoseFromTheLeastSeverityUp) {
  const auto counting = [](FailOn least) {
    std::string out;
    for (const Severity severity : all_severities) {
      Specification one{"lost", severity, {}, {}, ""};
      one.fail_on = least;
      if (one.counts()) out += name_of(severity) + " ";
    }
    return out;
  };
  EXPECT_EQ(counting(FailOn::minor), "minor major critical ");
  EXPECT_EQ(counting(FailOn::major), "major critical ");
  EXPECT_EQ(counting(FailOn::critical), "critical ");
  EXPECT_EQ(counting(Specification{}.fail_on), "major critical ");
}

TEST(SpecificationsThatCount, AreNamedByASeverityThatIsNotInfo) {
  for (const FailOn least : {FailOn::minor, FailOn::major, FailOn::critical})
    EXPECT_EQ(fail_on_named(name_of(least)), least);
  EXPECT_EQ(name_of(FailOn::minor), "minor");
  EXPECT_EQ(fail_on_named("info"), std::nullopt);
  EXPECT_EQ(fail_on_named("never"), std::nullopt);
}

TEST(SpecificationsThatCount, DecideTheWorstVerdict) {
  Specification minor{"slow", Severity::minor, {}, {}, ""};
  EXPECT_EQ(worst({{minor, Verdict::counterexample, {}}}), Verdict::certified);
  minor.fail_on = FailOn::minor;
  EXPECT_EQ(worst({{minor, Verdict::counterexample, {}}}), Verdict::counterexample);
  minor.known = true;
  EXPECT_EQ(worst({{minor, Verdict::counterexample, {}}}), Verdict::certified);
}

}  // namespace
}  // namespace ldfi
