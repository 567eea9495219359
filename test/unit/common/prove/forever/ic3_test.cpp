#include "common/prove/forever/ic3.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "common/base/errors.hpp"
#include "common/prove/forever/invariant.hpp"
#include "common/prove/forever/unroll.hpp"
#include "common/solve/sat/cadical.hpp"

namespace ldfi::forever {
namespace {

std::unique_ptr<sat::Solver> cadical() {
  return sat::make_cadical(1);
}

/// Returns the ticks up to `last` at which the wire can be true, by following all states.
std::set<int> by_states(const Aig& aig, Wire bad, int last) {
  std::set<int> out;
  std::set<std::vector<bool>> states{std::vector<bool>(aig.latches().size())};
  for (int t = 1; t <= last; ++t) {
    std::set<std::vector<bool>> next;
    for (const auto& state : states) {
      for (unsigned inputs = 0; inputs < (1U << aig.inputs().size()); ++inputs) {
        Tick tick(aig);
        for (std::size_t l = 0; l < state.size(); ++l) tick.set(aig.latches()[l].node, state[l]);
        for (std::size_t i = 0; i < aig.inputs().size(); ++i) {
          tick.set(aig.inputs()[i].node, (inputs >> i & 1U) != 0);
        }
        tick.evaluate();
        if (tick[bad]) out.insert(t);
        std::vector<bool> after;
        for (const auto& latch : aig.latches()) after.push_back(tick[latch.next]);
        next.insert(std::move(after));
      }
    }
    states = std::move(next);
  }
  return out;
}

struct Random {
  Aig aig;
  Wire bad = never;
};

Random random_circuit(unsigned seed) {
  std::mt19937 engine(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(engine() % n); };
  Random out;
  std::vector<Wire> wires{always};
  for (std::size_t i = 0; i < 1 + below(3); ++i) wires.push_back(out.aig.input("i"));
  std::vector<Wire> latches;
  for (std::size_t i = 0; i < 3 + below(4); ++i) {
    latches.push_back(out.aig.latch("l", below(3) == 0));
    wires.push_back(latches.back());
  }
  const auto any = [&] { return wires[below(wires.size())] ^ static_cast<Wire>(below(2)); };
  for (std::size_t i = 0; i < 6 + below(14); ++i) wires.push_back(out.aig.both(any(), any()));
  for (const Wire latch : latches) out.aig.set_next(latch, any());
  out.bad = out.aig.both(any(), out.aig.both(any(), any()));
  return out;
}

TEST(Ic3, AgreesWithAllStates) {
  constexpr int last = 130;  // larger than the number of states
  int proved = 0;
  int deep = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    const Random random = random_circuit(seed);
    const auto ticks = by_states(random.aig, random.bad, last);
    const Ic3Result result = run_ic3(random.aig, random.bad, cadical, {});
    ASSERT_EQ(result.proved, ticks.empty()) << seed;
    if (result.proved) {
      ++proved;
      EXPECT_EQ(flaw(random.aig, random.bad, result.invariant, cadical, {}), "") << seed;
      continue;
    }
    EXPECT_GE(result.ticks, static_cast<std::size_t>(*ticks.begin())) << seed;
    Unrolling unrolling(random.aig, random.bad, cadical, {});
    for (; unrolling.tick() <= 12; unrolling.advance()) {
      EXPECT_EQ(unrolling.possible(), ticks.contains(unrolling.tick())) << seed;
    }
    deep += *ticks.begin() > 3 ? 1 : 0;
  }
  EXPECT_GT(proved, 50);
  EXPECT_GT(deep, 3);
}

/// Returns a counter of `bits` bits that stops before its last value or, if not `stops`, reaches it.
Random counter(int bits, bool stops = true) {
  Random out;
  std::vector<Wire> digits;
  for (int b = 0; b < bits; ++b) digits.push_back(out.aig.latch("digit", false));
  std::vector<Wire> all(digits);
  out.bad = out.aig.all(all);
  all[0] ^= 1U;
  const Wire stop = stops ? out.aig.all(all) : never;
  Wire carry = stop ^ 1U;
  for (const Wire digit : digits) {
    out.aig.set_next(digit, out.aig.same(digit, carry) ^ 1U);
    carry = out.aig.both(carry, digit);
  }
  return out;
}

TEST(Ic3, ProvesWhatTakesManySteps) {
  const Random random = counter(6);
  const Ic3Result result = run_ic3(random.aig, random.bad, cadical, {});
  EXPECT_TRUE(result.proved);
  EXPECT_EQ(flaw(random.aig, random.bad, result.invariant, cadical, {}), "");
}

TEST(Ic3, AsksItsBudget) {
  const Random random = counter(14, false);
  int asked = 0;
  const auto check = [&] {
    if (++asked > 3) throw BudgetExceeded("time", "");
  };
  EXPECT_THROW(run_ic3(random.aig, random.bad, cadical, check), BudgetExceeded);
}

TEST(Invariant, FindsWhatIsNone) {
  const Random random = counter(3);
  // The invariant that digits 2 and 1 are never both true is false at the counter's sixth value.
  EXPECT_EQ(flaw(random.aig, random.bad, {{2, 4}}, cadical, {}), "a step leads out of it");
  EXPECT_EQ(flaw(random.aig, random.bad, {{1}}, cadical, {}), "it does not hold at tick 1");
  EXPECT_EQ(flaw(random.aig, random.bad, {}, cadical, {}), "it does not exclude the violations");
  EXPECT_EQ(flaw(random.aig, random.bad, {{0, 2, 4}}, cadical, {}), "");
}

}  // namespace
}  // namespace ldfi::forever
