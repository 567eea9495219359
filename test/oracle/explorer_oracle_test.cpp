// Compares the explorer, which executes small fault sets, with the execution of every fault set.
// These executions use the plain evaluator, which shares code with the explorer, or the rule
// instances of the program, which share none. No fault set that the explorer reports as harmless
// may violate. The explorer must find the first counterexample in FaultSet order.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "common/dedalus/explore/explorer.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/search/exhaustive.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/random_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

struct Totals {
  int found = 0;
  int harmless = 0;
  int unable = 0;
  int deep = 0;  ///< number of counterexamples with three faults or more
};

/// The results of executing every fault set.
struct Enumerated {
  std::optional<FaultSet> least;  ///< first counterexample in FaultSet order
  bool fails = false;             ///< true if some execution ends in an arithmetic error
};

Enumerated by_plain_evaluator(const dedalus::Program& program, const Fspec& fspec,
                              const eval::Model& failure_free) {
  Enumerated out;
  eval::Evaluator evaluator(program, fspec);
  for (const FaultSet& faults : all_fault_sets(fspec)) {
    try {
      const bool holds = eval::judge(program, fspec, *evaluator.run(faults), failure_free).holds();
      if (!holds && !out.least) out.least = faults;
    } catch (const InputError&) {
      out.fails = true;
    }
  }
  return out;
}

/// Executes every fault set on the rule instances of the program, 64 at a time. This code shares
/// nothing but the checked program with the explorer.
Enumerated by_ground_executor(const dedalus::Program& program, const Fspec& fspec) {
  const auto universe =
      ground::ground_program(program, fspec, {}, nullptr, ground::Extent::everything);
  const auto executor = execute::make_ground_executor(universe);
  const auto enumeration = search::make_exhaustive(fspec, {.all = true, .limit = max_fault_sets});
  const auto result = drive(*enumeration, *executor);
  Enumerated out;
  out.fails = !result.error.empty();
  for (const auto& c : result.falsifiers) {
    if (!out.least || c.faults < *out.least) out.least = c.faults;
  }
  return out;
}

/// Returns the first mistake of the explorer, or an empty text. The explorer must refuse programs
/// for which an execution fails.
std::string compare(const RandomProgram& random, bool plain, Totals& totals) {
  const auto program = checked(random);
  if (!program) return "";
  const Fspec fspec(random.fspec);
  std::unique_ptr<eval::Model> failure_free;
  Enumerated expected;
  try {
    failure_free = eval::run(*program, fspec, {});
    expected = plain ? by_plain_evaluator(*program, fspec, *failure_free)
                     : by_ground_executor(*program, fspec);
  } catch (const InputError&) {
    return "";
  } catch (const BudgetExceeded&) {  // the universe is too large
    return "";
  }
  const auto& [least, fails] = expected;
  if (least && least->empty()) return "";  // the failure-free run violates
  explore::Explorer explorer(*program, fspec, *failure_free, {});
  while (explorer.go_on() == explore::Standing::going) {
    if (least && least->size() <= explorer.level()) {
      return "says that no " + std::to_string(explorer.level()) + " faults violate, but " +
             to_text(*least, fspec) + " does";
    }
  }
  switch (explorer.standing()) {
    case explore::Standing::found:
      ++totals.found;
      if (explorer.least()->size() > 2) ++totals.deep;
      // Even if a smaller fault set ends in an error, the explorer must find the first
      // counterexample.
      if (explorer.least() == least) return "";
      return "finds " + to_text(*explorer.least(), fspec) + ", enumeration " +
             (least ? to_text(*least, fspec) : "nothing");
    case explore::Standing::unable:
      ++totals.unable;
      return fails ? "" : "is unable although no execution fails";
    default:
      ++totals.harmless;
      return least && least->size() <= explorer.level() ? "overlooks " + to_text(*least, fspec)
                                                        : "";
  }
}

TEST(ExplorerOracle, AgreesWithEveryFaultSetRunOneByOne) {
  const auto [first, count] = seeds({50'000, 400});
  Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomProgram random = random_program(seed);
    const bool plain = seed % 2 == 0;
    const std::string wrong = compare(random, plain, totals);
    if (wrong.empty()) continue;
    Totals ignored;
    const RandomProgram small =
        shrink(random, [&](const RandomProgram& p) { return !compare(p, plain, ignored).empty(); });
    FAIL() << "seed " << seed << ": the explorer " << wrong << "\nshrunk:\n"
           << describe(small) << compare(small, plain, ignored);
  }
  std::cout << count << " programs: " << totals.found << " falsifiers found (" << totals.deep
            << " of three faults or more), " << totals.harmless << " without, " << totals.unable
            << " that fail\n";
  EXPECT_GT(totals.found, static_cast<int>(count / 10));
  EXPECT_GT(totals.harmless, static_cast<int>(count / 10));
}

}  // namespace
}  // namespace ldfi::test
