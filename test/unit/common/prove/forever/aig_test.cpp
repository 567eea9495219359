#include "common/prove/forever/aig.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ldfi::forever {
namespace {

TEST(Aig, SimplifiesAndSharesGates) {
  Aig aig;
  const Wire a = aig.input("a");
  const Wire b = aig.input("b");
  EXPECT_EQ(aig.both(a, never), never);
  EXPECT_EQ(aig.both(always, a), a);
  EXPECT_EQ(aig.both(a, a), a);
  EXPECT_EQ(aig.both(a, a ^ 1U), never);
  EXPECT_EQ(aig.both(a, b), aig.both(b, a));
  EXPECT_EQ(aig.gates(), 1U);
}

TEST(Aig, CountsExactly) {
  for (unsigned chosen = 0; chosen < 32; ++chosen) {
    Aig aig;
    std::vector<Wire> wires;
    for (int i = 0; i < 5; ++i) wires.push_back(aig.input("x"));
    const auto counts = aig.counts(wires, 3);
    ASSERT_EQ(counts.size(), 5U);
    Tick tick(aig);
    for (std::size_t i = 0; i < 5; ++i) tick.set(wires[i] >> 1U, (chosen >> i & 1U) != 0);
    tick.evaluate();
    const auto ones = static_cast<std::size_t>(__builtin_popcount(chosen));
    for (std::size_t k = 0; k < 5; ++k) {
      EXPECT_EQ(tick[counts[k]], k < 4 ? k == ones : ones > 3) << chosen << ' ' << k;
    }
  }
}

TEST(Aig, ALatchHasItsFirstValueAndThenTheNextOne) {
  Aig aig;
  const Wire first = aig.latch("first", true);
  aig.set_next(first, never);
  const Wire later = aig.latch("later", false);
  aig.set_next(later, first);
  Tick tick(aig);
  std::vector<std::pair<bool, bool>> seen;
  for (int t = 0; t < 3; ++t) {
    tick.evaluate();
    seen.emplace_back(tick[first], tick[later]);
    tick.advance();
  }
  EXPECT_EQ(seen,
            (std::vector<std::pair<bool, bool>>{{true, false}, {false, true}, {false, false}}));
}

TEST(Aig, TheConeCrossesTicks) {
  Aig aig;
  const Wire in = aig.input("in");
  const Wire other = aig.input("other");
  const Wire latch = aig.latch("l", false);
  aig.set_next(latch, in);
  const auto cone = aig.cone(std::array{latch});
  EXPECT_TRUE(cone[in >> 1U]);
  EXPECT_FALSE(cone[other >> 1U]);
}

TEST(Aig, IsWrittenAsAiger) {
  Aig aig;
  const Wire a = aig.input("a");
  const Wire up = aig.latch("up", true);
  const Wire both = aig.both(a, up);
  aig.set_next(up, both);
  const Output outputs[] = {{"bad", both ^ 1U}};
  // Variables: input 1, latch 2, gate 3 = 2 ∧ 5; the latch is stored negated.
  EXPECT_EQ(to_aiger(aig, outputs),
            std::string("aig 3 1 1 1 1\n7\n7\n\x01\x03i0 a\nl0 !up\no0 bad\n"));
}

}  // namespace
}  // namespace ldfi::forever
