// Compares searches that exclude known counterexamples with searches that do not. Exactly the
// minimal counterexamples must remain that contain no known fault set. Also executes stored
// counterexamples again, and compares the outcomes with the executor of searches and with the list
// of all fault sets.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "common/base/errors.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/faults/fault_sampler.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "common/search/minimal_sets.hpp"
#include "common/search/random.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"
#include "worker/dedalus/rerun.hpp"

namespace ldfi::test {
namespace {

struct KnownTotals {
  int programs = 0;
  int left_out = 0;  ///< number of minimal counterexamples that were excluded
  int left = 0;
  int certified = 0;  ///< programs that are certified, although they have counterexamples
  std::array<int, 4> outcomes{};  ///< number of stored counterexamples, by outcome
};

RandomProgram program_of(std::uint64_t seed) {
  RandomProgram out = seed % 4 == 0   ? random_program(seed)
                      : seed % 4 == 1 ? recovery_program(seed)
                      : seed % 8 == 2 ? failed_write_program(seed)
                      : seed % 8 == 6 ? disk_fault_program(seed)
                      : seed % 8 == 3 ? corruption_program(seed)
                                      : pause_program(seed);
  return out;
}

class KnownBugs {
 public:
  KnownBugs(const dedalus::Program& program, const FspecParameters& parameters, std::uint64_t seed)
      : program_(program),
        fspec_(parameters),
        seed_(seed),
        universe_(
            reach::ground_program(program, fspec_, {}, Pruning::automatic, SolverName::cadical)),
        executor_(execute::make_ground_executor(universe_)) {}

  std::string run(KnownTotals& totals) {
    const SearchResult all = lineage(true, {}, 1);
    if (all.verdict != Verdict::counterexample || !all.error.empty()) return "";
    ++totals.programs;
    const std::vector<FaultSet> known = known_of(all);
    std::vector<FaultSet> left;
    for (const Falsifier& one : all.falsifiers) {
      if (!search::contains_one(one.faults, known)) left.push_back(one.faults);
    }
    totals.left += static_cast<int>(left.size());
    totals.left_out += static_cast<int>(all.falsifiers.size() - left.size());
    totals.certified += left.empty() ? 1 : 0;
    for (const bool every : {true, false}) {
      std::vector<FaultSet> expected = left;
      if (!every && expected.size() > 1) expected.resize(1);
      const std::string wrong =
          unequal(every ? "lineage" : "first", expected, lineage(every, known, 3)) +
          unequal(every ? "exhaustive" : "first of all", expected, exhaustive(every, known));
      if (!wrong.empty()) return wrong;
    }
    return random(known);
  }

  /// Executes fault sets again that a run with the Fspec `wider` may have stored. Some of them
  /// violate. Returns the first difference.
  std::string rerun(const Fspec& wider, KnownTotals& totals) {
    const std::vector<FaultSet> all = all_fault_sets(fspec_);
    std::vector<StoredFalsifier> stored;
    for (std::uint64_t i = 0; i < 12; ++i) {
      const bool ours = i % 3 != 0 && !all.empty();
      const FaultSet set =
          ours ? all[(seed_ * 7 + i * 131) % all.size()] : random_fault_set(wider, seed_ * 5 + i);
      stored.push_back({std::to_string(i), to_text(set, ours ? fspec_ : wider)});
    }
    const auto cases = execute::rerun(program_, fspec_, stored);
    std::vector<FaultSet> bad;
    for (const KnownCase& one : cases) {
      ++totals.outcomes.at(static_cast<std::size_t>(one.outcome));
      const auto set = std::ranges::find_if(
          all, [&](const FaultSet& faults) { return to_text(faults, fspec_) == one.faults; });
      const auto expected = set == all.end() ? CaseOutcome::not_admitted : outcome_of(*set);
      if (one.outcome != expected) return text_of(one) + "; expected " + name_of(expected);
      if (expected == CaseOutcome::violated && !set->empty()) bad.push_back(*set);
    }
    std::vector<FaultSet> left;
    for (const FaultSet& faults : all) {
      if (search::contains_one(faults, bad) || search::contains_one(faults, left)) continue;
      if (violates(faults)) left.push_back(faults);
    }
    const auto got = lineage(true, execute::left_out(cases, fspec_), 2);
    return got.verdict == Verdict::broken ? "" : unequal("after stored ones", left, got);
  }

 private:
  CaseOutcome outcome_of(const FaultSet& faults) {
    const auto report = executor_->execute({1, ExecuteJob{faults}});
    const Outcome outcome = std::get<ExecuteReport>(report.result).outcome;
    return outcome == Outcome::violates ? CaseOutcome::violated
           : outcome == Outcome::holds  ? CaseOutcome::not_violated
                                        : CaseOutcome::not_executed;
  }
  bool violates(const FaultSet& faults) { return outcome_of(faults) == CaseOutcome::violated; }

  /// Returns fault sets to exclude: some counterexamples, parts of others, and other fault sets.
  std::vector<FaultSet> known_of(const SearchResult& all) const {
    std::vector<FaultSet> known;
    for (std::size_t i = 0; i < all.falsifiers.size(); ++i) {
      const FaultSet& faults = all.falsifiers[i].faults;
      const std::uint64_t dice = (seed_ * 31 + i * 17) % 7;
      if (dice < 2) known.push_back(faults);
      if (dice == 2) known.emplace_back(std::vector<Fault>{faults.faults().back()});
    }
    for (std::uint64_t i = 0; i < 2; ++i) {
      const FaultSet any = random_fault_set(fspec_, seed_ * 3 + i);
      if (any.size() > 1) known.push_back(any);
    }
    return known;
  }

  SearchResult lineage(bool every, const std::vector<FaultSet>& known, std::size_t parallel) {
    const auto expand = seed_ % 2 == 0 ? Expansion::live : Expansion::all;
    const auto strategy =
        search::make_lineage(universe_, sat::make_solver(SolverName::cadical, seed_),
                             {.all = every, .seed = seed_, .expand = expand, .known = known});
    return drive(*strategy, *executor_, parallel, seed_);
  }
  SearchResult exhaustive(bool every, const std::vector<FaultSet>& known) {
    const auto strategy = search::make_exhaustive(fspec_, {.all = every, .known = known});
    return drive(*strategy, *executor_, 2, seed_);
  }
  /// Draws random fault sets, and returns the first one that violates and contains no known fault
  /// set.
  std::string random(const std::vector<FaultSet>& known) {
    constexpr std::uint64_t most = 200;
    const auto strategy =
        search::make_random(fspec_, {.seed = seed_, .max_runs = most, .known = known});
    const SearchResult got = drive(*strategy, *executor_, 2, seed_);
    const FaultSampler sets(fspec_, seed_);
    for (std::uint64_t i = 0; i < most; ++i) {
      const FaultSet faults = sets.draw(i);
      const auto report = executor_->execute({1, ExecuteJob{faults}});
      const bool bad = std::get<ExecuteReport>(report.result).outcome == Outcome::violates;
      if (bad && !search::contains_one(faults, known)) return unequal("random", {faults}, got);
    }
    return unequal("random", {}, got);
  }

  std::string unequal(const std::string& what, const std::vector<FaultSet>& expected,
                      const SearchResult& got) const {
    std::vector<FaultSet> found;
    for (const Falsifier& one : got.falsifiers) found.push_back(one.faults);
    const Verdict verdict = !expected.empty()  ? Verdict::counterexample
                            : what == "random" ? Verdict::inconclusive
                                               : Verdict::certified;
    if (!got.error.empty() || (found == expected && got.verdict == verdict)) return "";
    std::string out = what + ": " + name_of(got.verdict);
    for (const FaultSet& faults : found) out += " [" + to_text(faults, fspec_) + "]";
    out += "; expected";
    for (const FaultSet& faults : expected) out += " [" + to_text(faults, fspec_) + "]";
    return out + "\n";
  }

  const dedalus::Program& program_;
  Fspec fspec_;
  std::uint64_t seed_;
  ground::Universe universe_;
  std::unique_ptr<campaign::Executor> executor_;
};

/// Expects that `check_one` finds no mistake in any of `count` random programs that are small
/// enough.
template <typename CheckOne>
void expect_of_each(std::uint64_t first, std::uint64_t count, CheckOne check_one) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomProgram random = program_of(seed);
    try {
      const dedalus::Program program = check(random);
      if (Fspec(random.fspec).distinct_fault_sets() > 3000) continue;
      KnownBugs bugs(program, random.fspec, seed);
      const std::string wrong = check_one(bugs, random.fspec);
      EXPECT_EQ(wrong, "") << "seed " << seed << "\n" << describe(random);
      if (!wrong.empty() && !keeps_going()) break;
      // The checker refuses the program, or arithmetic fails without faults.
    } catch (const InputError&) {
    } catch (const BudgetExceeded&) {
    }
  }
}

TEST(KnownOracle, WhatIsLeftAreTheFalsifiersThatAreNotKnown) {
  const auto [first, count] = seeds({1, 250});
  KnownTotals totals;
  expect_of_each(first, count,
                 [&](KnownBugs& bugs, const FspecParameters&) { return bugs.run(totals); });
  std::cout << "checked " << totals.programs << " programs from seed " << first << ": "
            << totals.left_out << " falsifiers are known, " << totals.left << " are left, and "
            << totals.certified << " programs are certified apart from known ones\n";
  EXPECT_TRUE(count < 100 || (totals.left_out > 0 && totals.left > 0 && totals.certified > 0));
}

/// Returns the Fspec with one more tick of losses, one more crash and one more fault of each other
/// kind.
Fspec wider_than(FspecParameters parameters) {
  parameters.eff = std::min(parameters.eff + 1, parameters.eot - 1);
  ++parameters.crashes;
  if (parameters.limits.faults) ++*parameters.limits.faults;
  if (parameters.limits.omissions) ++*parameters.limits.omissions;
  return Fspec(parameters);
}

TEST(KnownOracle, StoredFalsifiersAreExecutedAgain) {
  const auto [first, count] = seeds({1, 250});
  KnownTotals totals;
  expect_of_each(first, count, [&](KnownBugs& bugs, const FspecParameters& fspec) {
    return bugs.rerun(wider_than(fspec), totals);
  });
  const auto& [violated, not_violated, not_admitted, not_executed] = totals.outcomes;
  std::cout << "executed again from seed " << first << ": " << violated << " violated, "
            << not_violated << " not violated, " << not_admitted << " not admitted, "
            << not_executed << " not executed\n";
  EXPECT_TRUE(count < 100 || (violated > 0 && not_violated > 0 && not_admitted > 0));
}

}  // namespace
}  // namespace ldfi::test
