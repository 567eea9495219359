// Compares the complete search for programs with fifo channels with a naive evaluator under every
// fault set. The naive evaluator executes the faults and looks for messages that overtake others.
// The search uses rules that the checker adds (fifo.cpp), their instances, and clauses about the
// instances.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "common/dedalus/ground/executor.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "common/search/minimal_sets.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/oracle/naive_judge.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

/// Largest number of fault sets of a program, because the naive evaluator executes all of them.
constexpr std::uint64_t most_fault_sets = 400;

struct Totals {
  int programs = 0;
  int refused = 0;
  int falsified = 0;  ///< programs that are violated with fifo channels
  int by_order = 0;   ///< programs that are violated only if messages may overtake other messages
  int other = 0;      ///< programs that are violated in both cases, but by other minimal fault sets
  std::uint64_t fault_sets = 0;
  std::uint64_t overtaking = 0;
  std::uint64_t executed = 0;
  std::uint64_t blocked_only = 0;
};

/// Executes all fault sets of a program on the naive evaluator, and stores the outcomes.
class ByHand {
 public:
  ByHand(const RandomProgram& random, const Fspec& fspec)
      : program_(check(spelled_out(random))), fspec_(fspec) {
    failure_free_ = naive_run(program_, fspec_, {});
    for (const FaultSet& faults : all_fault_sets(fspec_)) execute(faults);
  }

  /// Returns all minimal counterexamples, as text in the form of search results.
  [[nodiscard]] std::string outcome(bool fifo) const {
    std::set<FaultSet> found = in_order_;
    if (!fifo) found.insert(overtaking_.begin(), overtaking_.end());
    if (found.contains(FaultSet{})) return "broken";
    std::string out;
    for (const FaultSet& faults : search::minimal_sets(found)) {
      out += (out.empty() ? "" : " | ") + to_text(faults, fspec_);
    }
    return out.empty() ? "certified" : out;
  }
  [[nodiscard]] std::uint64_t executed() const { return executed_; }
  [[nodiscard]] std::uint64_t overtaken() const { return overtakes_.size(); }

  /// Returns a fault set for which the plain evaluator has another outcome, or an empty text.
  [[nodiscard]] std::string against_plain(const dedalus::Program& program) const {
    eval::Evaluator evaluator(program, fspec_);
    const auto failure_free = evaluator.run({});
    for (const FaultSet& faults : all_fault_sets(fspec_)) {
      const auto model = evaluator.run(faults);
      const eval::Judgement judged = eval::judge(program, fspec_, *model, *failure_free);
      if (judged.holds() != !in_order_.contains(faults)) return "plain: " + to_text(faults, fspec_);
      if (judged.overtaken.empty() != !overtakes_.contains(faults))
        return "plain, order: " + to_text(faults, fspec_);
    }
    return "";
  }

 private:
  void execute(const FaultSet& faults) {
    ++executed_;
    const bool overtakes = naive_overtakes(program_, fspec_, faults);
    if (overtakes) overtakes_.insert(faults);
    if (naive_violates(program_, failure_free_, naive_run(program_, fspec_, faults)))
      (overtakes ? overtaking_ : in_order_).insert(faults);
  }

  dedalus::Program program_;
  const Fspec& fspec_;
  NaiveModel failure_free_;
  /// Counterexamples under which no message overtakes another message.
  std::set<FaultSet> in_order_;
  /// Counterexamples under which a message overtakes another message.
  std::set<FaultSet> overtaking_;
  std::uint64_t executed_ = 0;
  /// All fault sets under which a message overtakes another message.
  std::set<FaultSet> overtakes_;
};

std::string first_of(const std::string& outcome) {
  return outcome.substr(0, outcome.find(" | "));
}

/// Compares everything about this program. Returns the first difference, or an empty text.
std::string disagreement(const RandomProgram& random, std::uint64_t seed, Totals& totals) {
  const auto program = checked(random);
  if (!program) {
    ++totals.refused;
    return "";
  }
  try {
    const Fspec fspec(random.fspec);
    const ByHand by_hand(random, fspec);
    ++totals.programs;
    const ground::Universe whole =
        ground::ground_program(*program, fspec, {}, nullptr, ground::Extent::everything);
    const ground::Universe needed = reach::ground_program(
        *program, fspec, {}, seed % 2 == 0 ? Pruning::always : Pruning::never, SolverName::cadical);
    const auto reference = execute::make_ground_executor(whole);
    const auto executor = execute::make_ground_executor(needed);
    if (std::string wrong = by_hand.against_plain(*program); !wrong.empty()) return wrong;
    const std::string expected = by_hand.outcome(true);
    const std::string unordered = by_hand.outcome(false);
    totals.fault_sets += by_hand.executed();
    totals.overtaking += by_hand.overtaken();
    totals.falsified += expected == "certified" ? 0 : 1;
    totals.by_order += expected == "certified" && unordered != "certified" ? 1 : 0;
    totals.other += expected != "certified" && unordered != expected ? 1 : 0;
    const auto exhaustive = search::make_exhaustive(fspec, {true, 1U << 20, 1000});
    const std::string all_of_them = outcome_text(drive(*exhaustive, *reference, 1, seed), fspec);
    if (all_of_them != expected) return "by hand: " + expected + "\nexhaustive: " + all_of_them;
    for (const auto& [all, expand, parallel] : {std::tuple{true, Expansion::live, 1U},
                                                {true, Expansion::all, 3U},
                                                {false, Expansion::live, 2U},
                                                {false, Expansion::all, 1U}}) {
      const auto lineage = search::make_lineage(needed, sat::make_solver(SolverName::cadical, seed),
                                                {all, seed, expand});
      const SearchResult got = drive(*lineage, *executor, parallel, seed);
      totals.executed += static_cast<std::uint64_t>(got.executed);
      totals.blocked_only += lineage->standing().blocked_only;
      const std::string found = outcome_text(got, fspec);
      const std::string wanted = all ? expected : first_of(expected);
      if (found != wanted) return "by hand: " + wanted + "\nlineage: " + found;
    }
  } catch (const NaiveArithmeticError&) {
    return "";
  } catch (const BudgetExceeded&) {
    return "";
  } catch (const InputError&) {
    return "";
  }
  return "";
}

RandomProgram small_fifo_program(std::uint64_t seed) {
  return fifo_program(seed, most_fault_sets);
}

Totals compare_all(RandomProgram (*make)(std::uint64_t), const Seeds& all) {
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    const RandomProgram random = make(seed);
    const std::string wrong = disagreement(random, seed, totals);
    if (wrong.empty()) continue;
    Totals unused;
    const RandomProgram small = shrink(
        random, [&](const RandomProgram& p) { return !disagreement(p, seed, unused).empty(); });
    std::ofstream(std::string(LDFI_BINARY_DIR) + "/disagreement-" + std::to_string(seed) + ".ded")
        << describe(small);
    ADD_FAILURE() << "seed " << seed << ": " << wrong
                  << "\nshrunk: " << disagreement(small, seed, unused) << "\n"
                  << describe(small);
    if (!keeps_going()) break;
  }
  std::cout << totals.programs << " programs (" << totals.refused << " refused by the checker), "
            << totals.fault_sets << " fault sets, of which " << totals.overtaking
            << " make messages overtake others; " << totals.falsified
            << " falsified with fifo channels, " << totals.by_order
            << " by messages that overtake others alone, " << totals.other
            << " by other sets than without; " << totals.executed << " lineage executions, "
            << totals.blocked_only << " sets excluded only because they had run\n";
  EXPECT_EQ(totals.blocked_only, 0U);
  return totals;
}

TEST(OrderOracle, LineageAgreesWithTheNaiveEvaluator) {
  const Seeds all = seeds({1, 400});
  const Totals totals = compare_all(small_fifo_program, all);
  if (all.count < 100) return;
  EXPECT_GT(totals.programs * 2, static_cast<int>(all.count));
  EXPECT_GT(totals.by_order * 20, totals.programs);
  EXPECT_GT(totals.other * 40, totals.programs);
  EXPECT_GT(totals.falsified * 10, totals.programs);
}

TEST(OrderOracle, LineageAgreesWhereRelationsAreLateByThemselves) {
  const Seeds all = seeds({1, 200});
  const Totals totals = compare_all(
      [](std::uint64_t seed) { return apart_program(seed, most_fault_sets, true); }, all);
  if (all.count < 100) return;
  EXPECT_GT(totals.programs * 2, static_cast<int>(all.count));
  EXPECT_GT(totals.other * 80, totals.programs);
  EXPECT_GT(totals.falsified * 10, totals.programs);
}

}  // namespace
}  // namespace ldfi::test
