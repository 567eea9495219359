#include "common/prove/count/weights.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "common/prove/count/count.hpp"
#include "test/unit/common/prove/count/support.hpp"

namespace ldfi::count {
namespace {

/// Returns the integral of x^i (1 - x)^j from 0 to 1.
double beta(int i, int j) {
  return std::exp(std::lgamma(i + 1.0) + std::lgamma(j + 1.0) - std::lgamma(i + j + 2.0));
}

TEST(Weights, GaussIntegratesPolynomials) {
  Meter meter;
  for (const int points : {1, 2, 3, 8, 31, 300}) {
    const Quadrature q = gauss_legendre(static_cast<std::size_t>(points), meter);
    EXPECT_NEAR(q.weight.sum(), 1, 1e-13);
    EXPECT_GT(q.at.min(), 0);
    EXPECT_LT(q.at.max(), 1);
    for (const int degree : {0, 1, points, 2 * points - 1}) {
      for (const int i : {0, degree / 3, degree / 2, degree}) {
        const double exact = beta(i, degree - i);
        const std::valarray<double> values = std::pow(q.at, static_cast<double>(i)) *
                                             std::pow(q.rest, static_cast<double>(degree - i));
        EXPECT_NEAR((values * q.weight).sum(), exact, 1e-10 * exact) << points << " " << i;
      }
    }
  }
}

TEST(Weights, OnePointTooFewIsSeen) {
  Meter meter;
  const Quadrature q = gauss_legendre(4, meter);
  EXPECT_GT(std::abs((std::pow(q.at, 8.0) * q.weight).sum() - 1.0 / 9), 1e-6);
}

TEST(Weights, WhoCrashes) {
  FspecParameters fspec = test::fspec(4, 0, 2, {"a", "b", "c"});
  const std::vector<double> all = crash_chances(Fspec(fspec));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_DOUBLE_EQ(all[0], 1.0 / 3);
  EXPECT_DOUBLE_EQ(all[1], 1.0 / 3 / 3 / 4);
  EXPECT_DOUBLE_EQ(all[2], 1.0 / 3 / 3 / 16);
  // If a node is drawn that may not crash, no node crashes.
  fspec.crashable = {"b"};
  const std::vector<double> one = crash_chances(Fspec(fspec));
  EXPECT_DOUBLE_EQ(one[0], 1.0 / 3 * (1 + 2.0 / 3 + 1.0 / 3));
  EXPECT_DOUBLE_EQ(one[1] * 4, 1.0 / 3 * (1.0 / 3 + 2.0 / 3));
}

double chance(const FspecParameters& fspec) {
  return chance_of_violation(Grounded(telling + promised, fspec).universe, {});
}

TEST(Weights, ChancesByHand) {
  EXPECT_DOUBLE_EQ(chance(test::fspec(3, 2, 0, {"a", "b"})), 1.0 / 3);
  // No node crashes; or a does, at 1, 2 or 3; or b does.
  EXPECT_DOUBLE_EQ(chance(test::fspec(3, 2, 1, {"a", "b"})),
                   1.0 / 2 / 3 + 1.0 / 4 / 3 * (1 + 1.0 / 2 + 1.0 / 3) + 1.0 / 4 / 3);
  EXPECT_DOUBLE_EQ(chance(test::fspec(3, 0, 0, {"a", "b"})), 0);
  EXPECT_DOUBLE_EQ(chance(test::fspec(1, 0, 0, {"a", "b"})), 1);
  EXPECT_NEAR(chance(test::fspec(200, 199, 0, {"a", "b"})), 1.0 / 200, 1e-12 / 200);
}

}  // namespace
}  // namespace ldfi::count
