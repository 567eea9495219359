// Compares searches for violations of several specifications with all fault sets on the plain
// evaluator, on random programs with random specifications.
//
// A program that shows a disagreement is made smaller, printed, and saved as disagreement-<seed>.ded and
// .spec.
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/search/lineage.hpp"
#include "common/solve/sat/cadical.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/oracle/seeds.hpp"
#include "test/oracle/specified.hpp"
#include "test/support/search/search.hpp"
#include "test/support/specified_program.hpp"
#include "worker/dedalus/cell_search.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

struct Totals {
  std::map<std::string, int> verdicts;
  /// For each event, number of programs whose specifications read it.
  std::map<std::string, int> events;
  int programs = 0;
  int refused = 0;
  int with_errors = 0;
  std::size_t fault_sets = 0;
  std::size_t runs = 0;
  std::size_t falsifiers = 0;
  std::uint64_t blocked_only = 0;
  int proved_early = 0;  ///< specifications that a search had certified before its budget ended
};

/// Runs searches of one program. Each search must report the expected result.
class Searches {
 public:
  Searches(const dedalus::Program& program, const FspecParameters& parameters, std::uint64_t seed)
      : program_(program), fspec_(parameters), seed_(seed) {
    setup_.fspec = parameters;
  }

  /// Runs all searches. Returns the first difference, or an empty text.
  std::string run(const Enumerated& all, Totals& totals) {
    for (const bool every : {true, false}) {
      const std::string expected = told(all.answer(every, false), fspec_);
      const auto universe = reach::ground_program(
          program_, fspec_, {}, seed_ % 2 == 0 ? Pruning::always : Pruning::never,
          seed_ % 4 < 2 ? SolverName::cadical : SolverName::cryptominisat);
      const auto executor = execute::make_ground_executor(universe);
      for (const auto& [parallel, expand] :
           {std::pair{1U, Expansion::live}, {4U, Expansion::live}, {2U, Expansion::all}}) {
        const auto solver =
            (seed_ + parallel) % 2 == 0 ? SolverName::cadical : SolverName::cryptominisat;
        const auto lineage =
            search::make_lineage(universe, sat::make_solver(solver, seed_), {every, seed_, expand});
        const auto got = drive(*lineage, *executor, parallel, seed_);
        totals.runs += static_cast<std::size_t>(got.executed);
        totals.blocked_only += lineage->standing().blocked_only;
        if (told(got, fspec_) == expected) continue;
        return fmt::format("search (all={}, {} at a time, expand {})\nexpected:\n{}got:\n{}", every,
                           parallel, static_cast<int>(expand), expected, told(got, fspec_));
      }
    }
    return "";
  }

  /// Runs searches that a budget stops early. Their verdicts must be right or inconclusive.
  std::string stopped(const Enumerated& all, Totals& totals) {
    const auto universe =
        reach::ground_program(program_, fspec_, {}, Pruning::automatic, SolverName::cadical);
    const auto executor = execute::make_ground_executor(universe);
    for (const bool every : {true, false}) {
      const SearchResult expected = all.answer(every, false);
      for (int runs = 1; runs <= 5; ++runs) {
        const auto lineage = search::make_lineage(universe, sat::make_cadical(seed_),
                                                  {every, seed_, Expansion::live});
        for (int i = 0; i < runs && !lineage->finished(); ++i) {
          if (const auto job = lineage->next_job()) lineage->accept(executor->execute(*job));
        }
        if (lineage->finished()) break;
        lineage->give_up("runs");
        const SearchResult got = lineage->result();
        for (std::size_t s = 0; s < got.specifications.size(); ++s) {
          const Verdict verdict = got.specifications[s].verdict;
          totals.proved_early += verdict == Verdict::certified ? 1 : 0;
          if (verdict == Verdict::inconclusive || verdict == expected.specifications[s].verdict) {
            continue;
          }
          return fmt::format("after {} executions (all={})\nexpected:\n{}got:\n{}", runs, every,
                             told(expected, fspec_), told(got, fspec_));
        }
      }
    }
    return "";
  }

  /// Searches a whole cell (run with one Fspec) with this EOT. This also executes counterexamples
  /// again, and finds specifications that are never judged.
  std::string cell(const Enumerated& all) {
    const FspecParameters& f = all.fspec().parameters();
    for (const bool every : {true, false}) {
      SearchJob job{f.eot, f.eff, f.crashes, false, {}};
      job.settings.all = every;
      job.settings.seed = seed_;
      job.settings.expand = seed_ % 3 == 0 ? Expansion::live : Expansion::automatic;
      job.settings.solver = seed_ % 2 == 0 ? SolverName::cryptominisat : SolverName::cadical;
      const campaign::Host gauges{[] { return 0.0; }, [] { return std::uint64_t{0}; }};
      const SearchResult got = all.without_reach(execute::search_cell(
          program_, setup_, job, gauges, std::numeric_limits<double>::infinity()));
      const std::string expected = told(all.answer(every, true), all.fspec());
      if (told(got, all.fspec()) == expected) continue;
      return fmt::format("cell (all={}, EOT {})\nexpected:\n{}got:\n{}", every, f.eot, expected,
                         told(got, all.fspec()));
    }
    return "";
  }

 private:
  const dedalus::Program& program_;
  Fspec fspec_;
  std::uint64_t seed_;
  wire::Setup setup_;
};

/// Returns the first difference about this program, or an empty text (also if the checker refuses
/// it).
std::string disagreement(const SpecifiedProgram& random, std::uint64_t seed, Totals& totals) {
  try {
    const dedalus::Program program = check(random);
    if (random.specifications.empty()) throw InputError(Diagnostic{});
    const Enumerated all(program, random.specifications, Fspec(random.protocol.fspec));
    ++totals.programs;
    totals.fault_sets += all.size();
    totals.with_errors += all.fails() ? 1 : 0;
    for (const char* word : {"sent.", "delivered.", "lost.", "wrote.", "first.", "gone."})
      totals.events[word] += random.rules.find(word) != std::string::npos ? 1 : 0;
    const SearchResult answer = all.answer(true, true);
    totals.falsifiers += answer.falsifiers.size();
    for (const auto& one : answer.specifications) ++totals.verdicts[name_of(one.verdict)];
    Searches searches(program, random.protocol.fspec, seed);
    std::string wrong = searches.run(all, totals);
    if (wrong.empty()) wrong = searches.stopped(all, totals);
    if (wrong.empty()) wrong = searches.cell(all);
    FspecParameters earlier = random.protocol.fspec;
    --earlier.eot;
    earlier.eff = std::min(earlier.eff, earlier.eot - 1);
    if (!wrong.empty() || earlier.eot < 1) return wrong;
    return searches.cell(Enumerated(program, random.specifications, Fspec(earlier)));
  } catch (const BudgetExceeded&) {
    return "";
    // The checker refuses the program, or arithmetic fails without faults.
  } catch (const InputError&) {
    ++totals.refused;
    return "";
  } catch (const std::exception& e) {
    return std::string("exception: ") + e.what();
  }
}

void report(const SpecifiedProgram& random, std::uint64_t seed, const std::string& wrong) {
  Totals unused;
  const SpecifiedProgram small = shrink(
      random, [&](const SpecifiedProgram& p) { return !disagreement(p, seed, unused).empty(); });
  const std::string file = std::string(LDFI_BINARY_DIR) + "/disagreement-" + std::to_string(seed);
  std::ofstream(file + ".ded") << describe(small.protocol);
  std::ofstream(file + ".spec") << specification_file(small);
  ADD_FAILURE() << "seed " << seed << ": " << wrong
                << "\nshrunk: " << disagreement(small, seed, unused) << "\n"
                << describe(small.protocol) << "\n// .spec\n"
                << specification_file(small);
}

TEST(SpecificationOracle, EachSearchAgreesWithAllFaultSets) {
  const auto [first, count] = seeds({1, 700});
  Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const SpecifiedProgram random = specified_program(seed);
    const std::string wrong = disagreement(random, seed, totals);
    if (wrong.empty()) continue;
    report(random, seed, wrong);
    if (!keeps_going()) break;
  }
  std::cout << "checked " << totals.programs << " programs from seed " << first << " ("
            << totals.refused << " refused, " << totals.with_errors << " with errors), "
            << totals.fault_sets << " fault sets enumerated, " << totals.runs
            << " executions in searches, " << totals.falsifiers << " falsifiers, "
            << totals.proved_early << " proofs before a budget ended a search\n";
  for (const auto& [verdict, n] : totals.verdicts)
    std::cout << "  " << verdict << ": " << n << "\n";
  for (const auto& [event, n] : totals.events) {
    std::cout << "  read " << event << ": " << n << "\n";
    EXPECT_TRUE(n > 0 || count < 300);
  }
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_TRUE(totals.proved_early > 0 || count < 100);
  // If an execution does not violate a specification, the lineage of the execution must prove this.
  EXPECT_EQ(totals.blocked_only, 0U);
}

}  // namespace
}  // namespace ldfi::test
