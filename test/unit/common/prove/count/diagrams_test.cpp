#include "common/prove/count/diagrams.hpp"

#include <gtest/gtest.h>

#include <random>

#include "common/base/errors.hpp"

namespace ldfi::count {
namespace {

TEST(Diagrams, EqualFunctionsAreEqualEdges) {
  Meter meter;
  Diagrams d(3, 1000, meter);
  const auto a = d.variable(0);
  const auto b = d.variable(1);
  const auto c = d.variable(2);
  EXPECT_EQ(d.both(a, d.either(b, c)), d.either(d.both(a, b), d.both(a, c)));
  EXPECT_EQ(Diagrams::negation(d.both(a, b)),
            d.either(Diagrams::negation(a), Diagrams::negation(b)));
  EXPECT_EQ(d.both(a, Diagrams::negation(a)), Diagrams::no);
  EXPECT_EQ(d.either(a, Diagrams::negation(a)), Diagrams::yes);
  EXPECT_EQ(d.models(Diagrams::yes), 8);
  EXPECT_EQ(d.models(Diagrams::no), 0);
  EXPECT_EQ(d.models(c), 4);
  EXPECT_EQ(d.models(d.either(a, d.both(b, c))), 5);
  EXPECT_EQ(d.models(Diagrams::negation(d.either(a, d.both(b, c)))), 3);
}

TEST(Diagrams, AtMostSoMany) {
  Meter meter;
  Diagrams d(5, 1000, meter);
  EXPECT_EQ(d.models(d.at_most(0, {0, 1, 2, 3, 4})), 1);
  EXPECT_EQ(d.models(d.at_most(2, {0, 1, 2, 3, 4})), 1 + 5 + 10);
  EXPECT_EQ(d.models(d.at_most(1, {1, 3})), 3 * 8);
  EXPECT_EQ(d.at_most(5, {0, 1, 2, 3, 4}), Diagrams::yes);
}

/// Diagrams are compared with tables over all assignments of six variables.
TEST(Diagrams, RandomFunctionsAreTheirTables) {
  std::mt19937 random(1);
  Meter meter;
  Diagrams d(6, 100'000, meter);
  std::vector<std::pair<Diagrams::Edge, std::uint64_t>> known{{Diagrams::yes, ~std::uint64_t{0}}};
  for (std::size_t v = 0; v < 6; ++v) {
    std::uint64_t table = 0;
    for (unsigned row = 0; row < 64; ++row) table |= std::uint64_t{row >> v & 1U} << row;
    known.emplace_back(d.variable(v), table);
  }
  for (int i = 0; i < 2'000; ++i) {
    auto [a, x] = known[random() % known.size()];
    auto [b, y] = known[random() % known.size()];
    if (random() % 2 == 0) a = Diagrams::negation(a), x = ~x;
    const bool both = random() % 2 == 0;
    const auto edge = both ? d.both(a, b) : d.either(a, b);
    const std::uint64_t table = both ? x & y : x | y;
    ASSERT_EQ(d.models(edge), __builtin_popcountll(table)) << i;
    for (const auto& [other, same] : known) ASSERT_EQ(other == edge, same == table) << i;
    if (known.size() < 300) known.emplace_back(edge, table);
  }
}

TEST(Diagrams, TheirNumberIsLimited) {
  Meter meter;
  Diagrams d(100, 50, meter);
  EXPECT_THROW(
      {
        for (std::size_t v = 0; v < 100; ++v) (void)d.variable(v);
      },
      BudgetExceeded);
}

}  // namespace
}  // namespace ldfi::count
