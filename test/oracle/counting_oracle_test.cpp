// Compares the search and the universe with the plain evaluator under every fault set, on random
// programs with numbers that grow within a tick. Such a universe is bounded by what executions
// reach.
//
// A program that shows a disagreement is made smaller and printed.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "common/dedalus/ground/executor.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/pruner.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/search/make_strategy.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/counting_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"
#include "worker/dedalus/plain_executor.hpp"

namespace ldfi::test {
namespace {

/// Limits that are so small that endless growth is noticed soon. Only facts that an execution can
/// reach must fit into them.
ground::GroundLimits ground_limits() {
  ground::GroundLimits limits;
  limits.counting = {4'000, 400'000};
  return limits;
}

eval::EvalLimits eval_limits() {
  eval::EvalLimits limits;
  limits.counting = {400, 40'000};
  return limits;
}

struct Totals {
  int programs = 0;
  int bounded = 0;   ///< programs whose set of possible facts (universe) had to be bounded
  int unended = 0;   ///< programs with an execution that grows without end
  int too_hard = 0;  ///< programs whose universe could not be bounded, although each execution ends
  int falsified = 0;
};

class Comparison {
 public:
  Comparison(const dedalus::Program& program, const Fspec& fspec, std::uint64_t seed)
      : program_(program),
        fspec_(fspec),
        seed_(seed),
        plain_(execute::make_plain_executor(program, fspec, eval_limits(), 1)) {}

  /// Compares everything about this program. Returns the first difference, or an empty text.
  std::string run(Totals& totals) {
    const auto expected = search(StrategyName::exhaustive, nullptr, *plain_, 1);
    // The search ends with the failure-free run in this case, so nothing else can be compared.
    if (expected.verdict == Verdict::broken) return "";
    const bool unended = expected.reason.find("did not end") != std::string::npos;
    totals.unended += unended ? 1 : 0;
    totals.falsified += expected.falsifiers.empty() ? 0 : 1;
    ++totals.programs;
    // Without a universe, the lineage search executes only small fault sets. In these programs, all
    // fault sets are small.
    const auto small = search(StrategyName::lineage, nullptr, *plain_, 2);
    if (text(small) != text(expected)) return "small sets: " + text(small) + "\n" + text(expected);
    const auto universe = ground(reach::Counting::bounded);
    if (!universe) {
      totals.too_hard += unended ? 0 : 1;
      return "";
    }
    if (unended) return "an execution counts on, and the world does not";
    totals.bounded += universe->bounded() ? 1 : 0;
    const auto executor = execute::make_ground_executor(*universe);
    for (const auto strategy :
         {StrategyName::lineage, StrategyName::molly, StrategyName::exhaustive}) {
      const auto got = search(strategy, &*universe, *executor, seed_ % 2 == 0 ? 1 : 3);
      if (text(got) != text(expected)) {
        return "strategy " + std::to_string(static_cast<int>(strategy)) + ": " + text(got) +
               "\nexpected: " + text(expected);
      }
    }
    if (std::string wrong = again(*universe); !wrong.empty()) return wrong;
    return tuples();
  }

 private:
  [[nodiscard]] std::string text(const SearchResult& r) const { return outcome_text(r, fspec_); }

  SearchResult search(StrategyName strategy, const ground::Universe* universe,
                      campaign::Executor& executor, std::size_t parallel) {
    SearchSettings settings;
    settings.strategy = strategy;
    settings.all = true;
    settings.exhaustive_limit = max_fault_sets;
    const auto search = search::make_strategy(fspec_, universe, settings, {});
    return drive(*search, executor, parallel, seed_);
  }

  std::optional<ground::Universe> ground(reach::Counting counting) {
    try {
      return reach::ground_program(program_, fspec_, ground_limits(), Pruning::automatic,
                                   seed_ % 4 == 0 ? SolverName::cryptominisat : SolverName::cadical,
                                   counting);
    } catch (const BudgetExceeded&) {
      return std::nullopt;
    }
  }

  /// Grounds the program as a worker does, from the facts that the master found. Returns the
  /// difference from `universe`, or an empty text.
  std::string again(const ground::Universe& universe) {
    ground::KnownImpossible known(universe.pruned(), universe.bounded());
    const auto other = ground::ground_program(program_, fspec_, ground_limits(), &known);
    return other.fingerprint() == universe.fingerprint() ? "" : "grounded otherwise by a worker";
  }

  /// Checks that the bounded universe contains exactly the facts that hold under some fault set.
  std::string tuples() {
    const auto pruner = reach::make_bounding_reachability(
        program_, fspec_, [] { return sat::make_solver(SolverName::cadical, 0); });
    const auto whole = ground::ground_program(program_, fspec_, ground_limits(), pruner.get(),
                                              ground::Extent::everything);
    ground::Executor run(whole);
    eval::Evaluator evaluator(program_, fspec_, eval_limits());
    std::uint64_t number = 0;
    for (const FaultSet& faults : all_fault_sets(fspec_)) {
      if (++number % 7 != seed_ % 7) continue;
      run.execute(faults);
      const auto model = evaluator.run(faults);
      for (std::uint32_t r = 0; r < program_.relations.size(); ++r) {
        if (program_.timeless == RelationId(r)) continue;
        for (int t = 1; t <= fspec_.eot(); ++t) {
          std::vector<eval::Tuple> holds;
          for (FactId f : whole.user_facts(RelationId(r), Time(t))) {
            if (run.holds(f)) holds.emplace_back(whole.tuple(f).begin(), whole.tuple(f).end());
          }
          if (holds != model->tuples(RelationId(r), Time(t))) {
            return "relation " + program_.relations[r].name + " at " + std::to_string(t) +
                   " under " + to_text(faults, fspec_);
          }
        }
      }
    }
    return "";
  }

  const dedalus::Program& program_;
  const Fspec& fspec_;
  std::uint64_t seed_;
  std::unique_ptr<campaign::Executor> plain_;
};

/// Returns the first difference about this program, or an empty text. Also returns an empty text if
/// the failure-free run counts without end.
std::string disagreement(const RandomProgram& random, std::uint64_t seed, Totals& totals) {
  const auto program = checked(random);
  if (!program) return "";
  const Fspec fspec(random.fspec);
  try {
    eval::run(*program, fspec, {}, eval_limits());
  } catch (const BudgetExceeded&) {
    return "";
  } catch (const InputError&) {
    return "";
  }
  try {
    return Comparison(*program, fspec, seed).run(totals);
  } catch (const std::exception& e) {
    return std::string("exception: ") + e.what();
  }
}

TEST(CountingOracle, SearchesAgreeWithThePlainEvaluator) {
  const auto [first, count] = seeds({1, 600});
  Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomProgram random = counting_program(seed);
    const std::string wrong = disagreement(random, seed, totals);
    if (wrong.empty()) continue;
    Totals unused;
    const RandomProgram small = shrink(
        random, [&](const RandomProgram& p) { return !disagreement(p, seed, unused).empty(); });
    ADD_FAILURE() << "seed " << seed << ": " << wrong
                  << "\nshrunk: " << disagreement(small, seed, unused) << "\n"
                  << describe(small);
    if (!keeps_going()) break;
  }
  std::cout << "seeds from " << first << ": " << totals.programs << " programs, " << totals.bounded
            << " with an endless possible world that was bounded, " << totals.too_hard
            << " with one that was not, " << totals.unended << " with an endless execution, "
            << totals.falsified << " falsified\n";
  EXPECT_GT(totals.bounded * 10, totals.programs);
  EXPECT_GT(totals.unended * 20, totals.programs);
  EXPECT_LT(totals.too_hard * 20, totals.bounded);
}

}  // namespace
}  // namespace ldfi::test
