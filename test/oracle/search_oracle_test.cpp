// Compares the complete search with exhaustive enumeration, and the ground executor with the plain
// evaluator, on random programs with every feature of the language
// (docs/explanation/search.md#how-it-is-checked).
//
// A program that shows a disagreement is made smaller, printed, and saved as
// test/oracle/disagreement-<seed>.ded.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/executor.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/random.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

/// Returns the results to compare as text: the verdict, the counterexamples, and the least fault
/// set that ends in an error. A search that stops at the first counterexample need not know all
/// errors.
std::string outcome(const SearchResult& r, const Fspec& fspec, bool all) {
  std::string out = outcome_text(r, fspec);
  if (!r.error.empty() && (all || r.falsifiers.empty())) {
    std::smatch faults;
    std::regex_search(r.error, faults, std::regex("(?:under the fault set |--replay ')([^'\n]*)"));
    out += " error under " + faults[1].str();
  }
  return out;
}

struct Totals {
  std::map<std::string, int> verdicts;
  std::uint64_t lineage_runs = 0;
  std::uint64_t fault_sets = 0;
  std::uint64_t blocked_only = 0;
  int cyclic = 0;  ///< programs with facts that support each other in a cycle
  int deep = 0;    ///< programs for which the search made four executions or more
  int programs = 0;
  int refused = 0;
  int written = 0;  ///< programs with a minimal counterexample that has a failed write
  int paused = 0;   ///< programs with a minimal counterexample that has a pause
  int dead = 0;     ///< programs with a minimal counterexample that has a dead disk
  int damaged = 0;
  int written_back = 0;
  int late = 0;
  int twice = 0;
};

class Comparison {
 public:
  Comparison(const dedalus::Program& program, const Fspec& fspec, std::uint64_t seed)
      : program_(program),
        fspec_(fspec),
        seed_(seed),
        whole_(ground::ground_program(program, fspec, {}, nullptr, ground::Extent::everything)),
        universe_(reach::ground_program(
            program, fspec, {}, seed % 2 == 0 ? Pruning::always : Pruning::never,
            seed % 4 == 0 ? SolverName::cadical : SolverName::cryptominisat)),
        reference_(execute::make_ground_executor(whole_)),
        executor_(execute::make_ground_executor(universe_)) {}

  /// Compares everything about this program. Returns the first difference, or an empty text.
  std::string run(Totals& totals) {
    std::string wrong = executors(totals);
    for (bool all : {true, false}) {
      if (wrong.empty()) wrong = searches(all, totals);
    }
    return wrong;
  }

 private:
  std::string searches(bool all, Totals& totals) {
    const auto exhaustive = search::make_exhaustive(fspec_, {all, 1U << 20, 1000});
    const auto expected = drive(*exhaustive, *reference_, 1, seed_);
    for (const auto& [parallel, expand] : {std::pair{1U, Expansion::live},
                                           {4U, Expansion::live},
                                           {1U, Expansion::all},
                                           {3U, Expansion::all}}) {
      const auto solver = parallel == 1 ? SolverName::cadical : SolverName::cryptominisat;
      const auto lineage =
          search::make_lineage(universe_, sat::make_solver(solver, seed_), {all, seed_, expand});
      const auto got = drive(*lineage, *executor_, parallel, seed_);
      if (parallel == 1 && all && expand == Expansion::live) {
        totals.lineage_runs += static_cast<std::uint64_t>(got.executed);
        totals.fault_sets += static_cast<std::uint64_t>(expected.executed);
        totals.blocked_only += lineage->standing().blocked_only;
        totals.cyclic += universe_.components().empty() ? 0 : 1;
        totals.deep += got.executed >= 4 ? 1 : 0;
        const auto some = [&]<class Kind>(const Kind*) {
          return std::ranges::any_of(
              got.falsifiers, [](const Falsifier& f) { return !f.faults.all<Kind>().empty(); });
        };
        totals.written += some(static_cast<const FailedWrite*>(nullptr)) ? 1 : 0;
        totals.paused += some(static_cast<const Pause*>(nullptr)) ? 1 : 0;
        totals.dead += some(static_cast<const DeadDisk*>(nullptr)) ? 1 : 0;
        totals.damaged += some(static_cast<const Corruption*>(nullptr)) ? 1 : 0;
        totals.late += some(static_cast<const Delay*>(nullptr)) ? 1 : 0;
        totals.twice += some(static_cast<const Duplicate*>(nullptr)) ? 1 : 0;
        totals.written_back += some(static_cast<const WriteBack*>(nullptr)) ? 1 : 0;
        ++totals.verdicts[(expected.error.empty() ? "verdict " : "with errors, verdict ") +
                          std::to_string(static_cast<int>(expected.verdict)) +
                          (expected.falsifiers.empty() ? ", no falsifier" : "")];
      }
      if (outcome(expected, fspec_, all) != outcome(got, fspec_, all)) {
        return "search (all=" + std::to_string(all) + ", " + std::to_string(parallel) +
               " at a time, expand " + std::to_string(static_cast<int>(expand)) +
               ")\nexhaustive: " + outcome(expected, fspec_, all) +
               "\nlineage:    " + outcome(got, fspec_, all);
      }
    }
    return "";
  }

  std::string executors(Totals&) {
    ground::Executor run(whole_);
    ground::Executor needed(universe_);
    ground::Executor cone(universe_, ground::Executor::Scope::cone);
    const auto plain_free = plain(FaultSet{});
    for (std::uint64_t i = 0; i < 3; ++i) {
      const FaultSet faults = i == 0 ? FaultSet{} : random_fault_set(fspec_, seed_ * 31 + i);
      const auto model = plain(faults);
      run.execute(faults);
      needed.execute(faults);
      cone.execute(faults);
      if (std::string wrong = tuples(faults, model.get(), run); !wrong.empty()) return wrong;
      const bool bad =
          model && plain_free && !eval::judge(program_, fspec_, *model, *plain_free).holds();
      if (plain_free &&
          (bad != ((run.violating() & 1U) != 0) || run.violating() != needed.violating() ||
           run.violating() != cone.violating())) {
        return "judgement under " + to_text(faults, fspec_);
      }
    }
    return "";
  }

  /// Returns the execution's result on the plain evaluator, or null after an arithmetic error.
  std::unique_ptr<eval::Model> plain(const FaultSet& faults) {
    try {
      return eval::run(program_, fspec_, faults);
    } catch (const InputError&) {
      return nullptr;
    }
  }

  std::string tuples(const FaultSet& faults, const eval::Model* model,
                     const ground::Executor& run) {
    const bool failed = (run.errors() & 1U) != 0;
    if (failed != (model == nullptr)) return "arithmetic error under " + to_text(faults, fspec_);
    if (model == nullptr) return "";
    for (std::uint32_t r = 0; r < program_.relations.size(); ++r) {
      if (program_.built_in(RelationId(r))) continue;
      for (int t = 1; t <= fspec_.eot(); ++t) {
        std::vector<eval::Tuple> ground;
        for (FactId f : whole_.user_facts(RelationId(r), Time(t))) {
          if (run.holds(f)) ground.emplace_back(whole_.tuple(f).begin(), whole_.tuple(f).end());
        }
        if (ground != model->tuples(RelationId(r), Time(t))) {
          return "relation " + program_.relations[r].name + " at " + std::to_string(t) + " under " +
                 to_text(faults, fspec_);
        }
      }
    }
    return "";
  }

  const dedalus::Program& program_;
  const Fspec& fspec_;
  std::uint64_t seed_;
  ground::Universe whole_;  ///< all possible facts, on which every fault set is executed
  /// Only the facts that the promise needs, which the search uses; pruned for every other seed.
  ground::Universe universe_;
  std::unique_ptr<campaign::Executor> reference_;
  std::unique_ptr<campaign::Executor> executor_;
};

/// Returns the first difference about this program, or an empty text (also if the checker refuses
/// it).
std::string disagreement(const RandomProgram& random, std::uint64_t seed, Totals& totals) {
  const auto program = checked(random);
  if (!program) {
    ++totals.refused;
    return "";
  }
  ++totals.programs;
  try {
    const Fspec fspec(random.fspec);
    return Comparison(*program, fspec, seed).run(totals);
  } catch (const BudgetExceeded&) {
    return "";
  } catch (const InputError&) {
    return "";
  } catch (const std::exception& e) {
    return std::string("exception: ") + e.what();
  }
}

/// Compares `count` programs, which `make` makes from the seeds `first`, `first` + 1 and so on.
Totals compare_all(RandomProgram (*make)(std::uint64_t), std::uint64_t first, std::uint64_t count) {
  std::cout << "programs: " << count << ", seeds from " << first << "\n";
  Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomProgram random = make(seed);
    const std::string wrong = disagreement(random, seed, totals);
    if (wrong.empty()) continue;
    Totals unused;
    const RandomProgram small = shrink(
        random, [&](const RandomProgram& p) { return !disagreement(p, seed, unused).empty(); });
    const std::string report = describe(small) + "\n// seed " + std::to_string(seed) + "\n";
    std::ofstream(std::string(LDFI_BINARY_DIR) + "/disagreement-" + std::to_string(seed) + ".ded")
        << report;
    ADD_FAILURE() << "seed " << seed << ": " << wrong
                  << "\nshrunk: " << disagreement(small, seed, unused) << "\n"
                  << report;
    if (::testing::Test::HasFailure() && !keeps_going()) break;
  }
  std::cout << "checked " << totals.programs << " programs (" << totals.refused
            << " refused by the checker), " << totals.fault_sets << " fault sets enumerated, "
            << totals.lineage_runs << " lineage executions, " << totals.blocked_only
            << " excluded only because they had run\n"
            << totals.cyclic << " programs with cyclic support, " << totals.deep
            << " with four executions or more, " << totals.written
            << " falsified by failed writes, " << totals.paused << " by pauses, " << totals.dead
            << " by dead disks, " << totals.damaged << " by corruptions, " << totals.written_back
            << " by write-backs, " << totals.late << " by delays, " << totals.twice
            << " by duplicates\n";
  for (const auto& [verdict, n] : totals.verdicts)
    std::cout << "  " << verdict << ": " << n << "\n";
  return totals;
}

TEST(SearchOracle, LineageAgreesWhereNodesRestart) {
  const auto [first, count] = seeds({1, 200});
  const Totals totals = compare_all(recovery_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWhereMessagesAreLate) {
  const auto [first, count] = seeds({1, 400});
  const Totals totals = compare_all(late_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_GT(totals.late * 10, totals.programs);
  EXPECT_GT(totals.twice * 40, totals.programs);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWhereRelationsAreLateByThemselves) {
  const auto [first, count] = seeds({1, 400});
  const Totals totals =
      compare_all([](std::uint64_t seed) { return apart_program(seed); }, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_GT(totals.late * 10, totals.programs);
  EXPECT_GT(totals.twice * 40, totals.programs);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWhereFaultsAreLimited) {
  const auto [first, count] = seeds({1, 200});
  const Totals totals = compare_all(limited_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWhereWritesFail) {
  const auto [first, count] = seeds({1, 250});
  const Totals totals = compare_all(failed_write_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_GT(totals.written * 40, totals.programs);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWhereNodesArePaused) {
  const auto [first, count] = seeds({1, 250});
  const Totals totals = compare_all(pause_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_GT(totals.paused * 40, totals.programs);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWhereDisksDieAndAreWrittenBack) {
  const auto [first, count] = seeds({1, 250});
  const Totals totals = compare_all(disk_fault_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_GT(totals.dead * 40, totals.programs);
  EXPECT_GT(totals.written_back, 0);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWhereDataIsDamaged) {
  const auto [first, count] = seeds({1, 250});
  const Totals totals = compare_all(corruption_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_GT(totals.damaged * 40, totals.programs);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWhereCrashesAreSeen) {
  const auto [first, count] = seeds({1, 100});
  const Totals totals = compare_all(observing_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  EXPECT_EQ(totals.blocked_only, 0U);
}

TEST(SearchOracle, LineageAgreesWithExhaustiveAndGroundWithPlain) {
  const auto [first, count] = seeds({1, 400});
  const Totals totals = compare_all(random_program, first, count);
  EXPECT_LT(totals.refused, totals.programs);
  // The lineage of an execution that passed should exclude its own fault set. Otherwise the search
  // would be less precise. No such execution is known.
  EXPECT_EQ(totals.blocked_only, 0U);
  EXPECT_GT(totals.cyclic * 50, totals.programs);
}

}  // namespace
}  // namespace ldfi::test
