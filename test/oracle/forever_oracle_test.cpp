// Compares proofs about every EOT (last tick) with the plain evaluator, which executes every fault
// set at the first few EOTs. The circuit must be violated at exactly the same EOTs. The proof or
// counterexample must agree with this result, and another solver must accept each proof.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <tuple>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/prove/forever/fault_wires.hpp"
#include "common/prove/forever/invariant.hpp"
#include "common/prove/forever/prove.hpp"
#include "common/prove/forever/unroll.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/oracle/abc.hpp"
#include "test/oracle/asked.hpp"
#include "test/oracle/seeds.hpp"
#include "test/oracle/timers.hpp"
#include "test/support/random.hpp"

namespace ldfi::test {
namespace {

constexpr int last_eot = 4;
constexpr std::uint64_t most_fault_sets = 1'500;

struct Totals {
  int covered = 0;
  int compared = 0;  ///< number of EOTs that were compared
  int broken = 0;    ///< number of these EOTs at which the promise is violated
  int certified = 0;
  int refuted = 0;
  int failing = 0;
  int saturated = 0;
  int forgotten = 0;  ///< programs without the relation `pre`
  std::map<std::string, int> refusals;
};

std::unique_ptr<sat::Solver> cadical() {
  return sat::make_solver(SolverName::cadical, 1);
}
std::unique_ptr<sat::Solver> cryptominisat() {
  return sat::make_solver(SolverName::cryptominisat, 1);
}

std::optional<eval::Judgement> judged(const dedalus::Program& program, const Fspec& fspec,
                                      const FaultSet& faults, const eval::Model& failure_free) {
  try {
    const auto model = eval::run(program, fspec, faults);
    return eval::judge(program, fspec, *model, failure_free);
  } catch (const InputError&) {  // arithmetic fails
    return std::nullopt;
  }
}

/// Returns true if some fault set violates, and nullopt if there are too many fault sets.
std::optional<bool> brute_force(const dedalus::Program& program, const Fspec& fspec) {
  if (fspec.distinct_fault_sets() > most_fault_sets) return std::nullopt;
  std::unique_ptr<const eval::Model> failure_free;
  try {
    failure_free = eval::run(program, fspec, {});
  } catch (const InputError&) {
    return std::nullopt;
  }
  for (const FaultSet& faults : all_fault_sets(fspec)) {
    const auto judgement = judged(program, fspec, faults, *failure_free);
    if (judgement && !judgement->holds()) return true;
  }
  return false;
}

class Comparison {
 public:
  Comparison(const Asked& asked, Totals& totals, Abc& abc)
      : random_(asked.random), program_(asked.program), asked_(asked), totals_(totals), abc_(abc) {}

  void run() {
    FspecParameters parameters = random_.fspec;
    parameters.eot = 1;
    parameters.eff = 0;
    parameters.eff_mode = EffMode::inclusive;
    for (const bool lossless : {false, true}) {
      if (lossless) parameters.limits.omissions = 0;
      const Fspec fspec(parameters);
      const auto system = forever::ground_system(program_, fspec, {});
      if (!lossless) ++totals_.covered;
      totals_.saturated += system.tops.empty() ? 0 : 1;
      totals_.forgotten += program_.pre ? 0 : 1;
      for (const int calm : {1, 2, 3}) {
        if (!forever::has_calm(fspec) && calm > 1) break;
        ask(system, fspec, {calm, 1}, lossless);
      }
      ask(system, fspec, {1, 3}, lossless);
    }
  }

 private:
  void ask(const forever::System& system, const Fspec& fspec, const forever::Claim& claim,
           bool lossless) {
    const std::string what = "calm " + std::to_string(claim.calm) + (lossless ? ", lossless" : "") +
                             ", from " + std::to_string(claim.from) + " " + asked_.of + "\n" +
                             describe(random_) + "\n" + asked_.specifications;
    SCOPED_TRACE(what);
    const forever::Circuit circuit = forever::make_circuit(system, claim);
    forever::Unrolling unrolling(circuit.aig, circuit.violation, cadical, {});
    int first = 0;
    for (; unrolling.tick() <= 10; unrolling.advance()) {
      const int eot = unrolling.tick();
      const bool possible = unrolling.possible();
      if (possible && first == 0) first = eot;
      if (eot > last_eot) continue;
      FspecParameters bounded = fspec.parameters();
      bounded.eot = eot;
      bounded.eff = forever::has_calm(fspec) ? eot - claim.calm : 0;
      if (eot < claim.from || bounded.eff < 0) {
        EXPECT_FALSE(possible) << "at EOT " << eot;
        continue;
      }
      const auto expected = all_executed(bounded);
      if (!expected) continue;
      ++totals_.compared;
      totals_.broken += *expected ? 1 : 0;
      EXPECT_EQ(possible, *expected) << "at EOT " << eot;
    }
    prove(system, claim, first, what);
  }

  /// Executes the fault sets of an Fspec, and returns whether some violates. Keeps the result,
  /// because several claims are about the same Fspec.
  std::optional<bool> all_executed(const FspecParameters& bounded) {
    const std::tuple key(bounded.eot, bounded.eff, bounded.limits.omissions);
    auto found = executed_.find(key);
    if (found == executed_.end()) {
      found = executed_.emplace(key, brute_force(program_, Fspec(bounded))).first;
    }
    return found->second;
  }

  void prove(const forever::System& system, const forever::Claim& claim, int first,
             const std::string& what) {
    const forever::Proof proof = forever::prove(system, {claim, {}, cadical});
    switch (proof.standing) {
      case forever::Standing::certified:
        ++totals_.certified;
        EXPECT_EQ(first, 0);
        break;
      case forever::Standing::counterexample:
        ++totals_.refuted;
        EXPECT_EQ(proof.eot, first == 0 ? std::max(proof.eot, 11) : first);
        break;
      case forever::Standing::failing:
        ++totals_.failing;
        EXPECT_EQ(first, 0);
        break;
      case forever::Standing::conditional:
        FAIL() << "there is no cap";
    }
    ask_others(system, claim, proof.standing == forever::Standing::certified, what);
  }

  void ask_others(const forever::System& system, const forever::Claim& claim, bool certified,
                  const std::string& what) {
    forever::Circuit circuit = forever::make_circuit(system, claim);
    const forever::Wire bad = circuit.aig.either(circuit.violation, circuit.error);
    abc_.expect(circuit.aig, bad, certified, what);
    const auto result = forever::run_ic3(circuit.aig, bad, cadical, {});
    if (!result.proved) return;
    EXPECT_EQ(forever::flaw(circuit.aig, bad, result.invariant, cryptominisat, {}), "");
  }

  const RandomProgram& random_;
  const dedalus::Program& program_;
  const Asked& asked_;
  Totals& totals_;
  Abc& abc_;
  /// Whether some fault set violates, by EOT, EFF and limit on omissions.
  std::map<std::tuple<int, int, std::optional<int>>, std::optional<bool>> executed_;
};

using Make = std::vector<Asked> (*)(std::uint64_t seed);

/// Compares as many programs as the environment requests (seeds.hpp).
Totals compare(const Seeds& all, Make make, Abc& abc) {
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (const Asked& one : make(seed)) {
      try {
        Comparison(one, totals, abc).run();
      } catch (const forever::Refusal& e) {
        ++totals.refusals[e.what()];
      }
    }
    if (testing::Test::HasFailure() && !keeps_going()) break;
  }
  abc.finish();
  std::cout << totals.covered << " programs, " << totals.compared << " EOTs, " << totals.broken
            << " of them broken; " << totals.certified << " claims certified, " << totals.refuted
            << " refuted, " << totals.failing << " fail; " << totals.saturated << " saturated, "
            << totals.forgotten << " without a pre\n";
  if (abc.installed()) {
    std::cout << "berkeley-abc: " << abc.proved() << " claims proved, " << abc.broken()
              << " broken\n";
  } else {
    std::cout << "berkeley-abc is not installed, and was not asked\n";
  }
  for (const auto& [why, count] : totals.refusals)
    std::cout << count << " refused: " << why << '\n';
  return totals;
}

TEST(ForeverOracle, IsBrokenWhereTheEvaluatorIs) {
  const Seeds all = seeds({1, 100});
  Abc abc;
  const Totals totals = compare(
      all, [](std::uint64_t seed) { return asked(with_timer(observing_program(seed), seed)); },
      abc);
  if (all.count < 100) return;
  EXPECT_GT(totals.covered, static_cast<int>(all.count / 2));
  EXPECT_GT(totals.broken, 20);
  EXPECT_GT(totals.certified, 20);
  EXPECT_GT(totals.refuted, 20);
  EXPECT_GT(totals.saturated, 20);
  if (!abc.installed()) return;
  EXPECT_EQ(abc.proved(), static_cast<std::size_t>(totals.certified));
  EXPECT_EQ(abc.broken(), static_cast<std::size_t>(totals.refuted + totals.failing));
}

TEST(ForeverOracle, OutagesAreWhatTheEvaluatorMakesOfThem) {
  const Seeds all = seeds({1, 60});
  Abc abc;
  const Totals totals = compare(
      all, [](std::uint64_t seed) { return asked(outage_program(seed)); }, abc);
  if (all.count < 60) return;
  EXPECT_GT(totals.covered, static_cast<int>(all.count / 2));
  EXPECT_GT(totals.broken, 20);
  EXPECT_GT(totals.certified, 20);
  EXPECT_GT(totals.refuted, 20);
}

TEST(ForeverOracle, LateMessagesAreWhatTheEvaluatorMakesOfThem) {
  const Seeds all = seeds({1, 60});
  Abc abc;
  const Totals totals = compare(
      all, [](std::uint64_t seed) { return asked(late_for_ever(seed)); }, abc);
  if (all.count < 60) return;
  EXPECT_GT(totals.covered, static_cast<int>(all.count / 2));
  EXPECT_GT(totals.broken, 20);
  EXPECT_GT(totals.certified, 20);
  EXPECT_GT(totals.refuted, 20);
}

TEST(ForeverOracle, DisksFailAsTheEvaluatorHasIt) {
  const Seeds all = seeds({1, 80});
  Abc abc;
  const Totals totals = compare(
      all, [](std::uint64_t seed) { return asked(stable_program(seed)); }, abc);
  if (all.count < 80) return;
  EXPECT_GT(totals.covered, static_cast<int>(all.count / 3));
  EXPECT_GT(totals.broken, 20);
  EXPECT_GT(totals.certified, 20);
  EXPECT_GT(totals.refuted, 20);
}

TEST(ForeverOracle, SpecificationsAreJudgedAsTheEvaluatorDoes) {
  const Seeds all = seeds({1, 60});
  Abc abc;
  const Totals totals = compare(all, with_specifications, abc);
  if (all.count < 60) return;
  EXPECT_GT(totals.covered, static_cast<int>(all.count / 2));
  EXPECT_GT(totals.broken, 20);
  EXPECT_GT(totals.certified, 20);
  EXPECT_GT(totals.refuted, 20);
}

}  // namespace
}  // namespace ldfi::test
