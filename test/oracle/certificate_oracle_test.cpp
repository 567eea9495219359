// Compares the checker of certificates with the execution of every fault set, on random programs.
// The checker must accept each true claim with a proof that CaDiCaL finds, and no false claim. The
// checker shares no parser, evaluator or formula with the executions.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <iostream>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/language/storage.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/minimal_sets.hpp"
#include "test/oracle/certified.hpp"
#include "test/oracle/disk_readers.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

std::string lines_of(const std::vector<FaultSet>& sets, const char* key, const Fspec& fspec) {
  std::string out;
  for (const FaultSet& set : sets) out += fmt::format("{} {}\n", key, to_text(set, fspec));
  return out;
}

/// Claims that the user has excluded some counterexamples, and perhaps a part of one. The checker
/// must accept exactly the true claims about the other fault sets.
void compare_known(Certified& checker, const SearchResult& truth, const Fspec& fspec,
                   std::uint64_t seed, bool vacuous) {
  std::vector<FaultSet> known, left;
  for (std::size_t i = 0; i < truth.falsifiers.size(); ++i) {
    const FaultSet& faults = truth.falsifiers[i].faults;
    if (faults.empty()) return;
    if ((seed + i) % 3 == 0) continue;
    known.push_back(faults);
    if ((seed + i) % 4 == 0) known.back() = FaultSet({faults.faults().front()});
  }
  for (const Falsifier& one : truth.falsifiers) {
    if (!search::contains_one(one.faults, known)) left.push_back(one.faults);
  }
  if (known.empty()) return;
  const std::string apart = lines_of(known, "known", fspec);
  EXPECT_NE(checker.rejected(apart + lines_of({known.front()}, "violates", fspec)), "") << apart;
  const std::string said = lines_of(left, "violates", fspec);
  const std::string holds = vacuous ? "claim vacuous\n" : "claim certified\n";
  if (left.empty()) {
    EXPECT_EQ(checker.rejected(apart + holds), "") << apart;
    // An excluded counterexample that contains another excluded one has no effect.
    const std::vector<FaultSet> others(known.begin() + 1, known.end());
    const bool needed = std::ranges::any_of(truth.falsifiers, [&](const Falsifier& one) {
      return !search::contains_one(one.faults, others);
    });
    EXPECT_EQ(checker.rejected(lines_of(others, "known", fspec) + holds) == "", !needed) << apart;
  } else {
    EXPECT_NE(checker.rejected(apart + holds), "") << apart;
    EXPECT_EQ(checker.rejected(apart + said + "claim minimal\nclaim least\nclaim all\n"), "")
        << apart << said;
  }
}

void compare(const RandomProgram& random, std::uint64_t seed, Counted& counted) {
  const auto program = checked(random);
  if (!program || !program->post) return;
  const Fspec fspec(random.fspec);
  const auto universe =
      ground::ground_program(*program, fspec, {}, nullptr, ground::Extent::everything);
  const auto executor = execute::make_ground_executor(universe);
  const auto exhaustive = search::make_exhaustive(fspec, {true, 1U << 20, 1000});
  const auto truth = drive(*exhaustive, *executor, 1, seed);
  Certified checker(random, fspec);
  ++counted.programs;
  if (!truth.error.empty()) {
    EXPECT_NE(checker.rejected("claim certified\n"), "") << "an error is not seen";
    if (truth.falsifiers.empty()) return;
  }
  const auto promised = program->pre ? *program->pre : *program->post;
  const bool vacuous =
      eval::run(*program, fspec, FaultSet{})->tuples(promised, Time(fspec.eot())).empty();
  if (truth.falsifiers.empty()) {
    ++counted.certified;
    EXPECT_EQ(checker.rejected(vacuous ? "claim vacuous\n" : "claim certified\n"), "");
    EXPECT_NE(checker.rejected(vacuous ? "claim certified\n" : "claim vacuous\n"), "");
  } else {
    ++counted.falsified;
    EXPECT_NE(checker.rejected("claim certified\n"), "");
    EXPECT_NE(checker.rejected("claim vacuous\n"), "");
    std::string all, but_one;
    std::size_t least = SIZE_MAX;
    for (const Falsifier& f : truth.falsifiers) {
      const std::string line = "violates " + to_text(f.faults, fspec) + "\n";
      if (&f != &truth.falsifiers.back()) but_one += line;
      all += line;
      least = std::min(least, f.faults.size());
    }
    EXPECT_EQ(checker.rejected(all + "claim minimal\nclaim least\nclaim all\n"), "");
    if (truth.error.empty()) compare_known(checker, truth, fspec, seed, vacuous);
    if (!but_one.empty()) {
      EXPECT_NE(checker.rejected(but_one + "claim all\n"), "");
    }
    const FaultSet& last = truth.falsifiers.back().faults;
    if (last.size() > least) {
      EXPECT_NE(checker.rejected("violates " + to_text(last, fspec) + "\nclaim least\n"), "");
    }
  }
  for (std::uint64_t i = 0; i < 5; ++i) {
    const FaultSet faults = random_fault_set(fspec, seed * 31 + i);
    const bool violates = !eval::judge(*program, fspec, *eval::run(*program, fspec, faults),
                                       *eval::run(*program, fspec, FaultSet{}))
                               .holds();
    const std::string line = "violates " + to_text(faults, fspec) + "\n";
    EXPECT_EQ(checker.rejected(line) == "", violates) << line;
    ++counted.sets;
    if (!violates) continue;
    ++counted.violating;
    const bool minimal = std::ranges::any_of(
        truth.falsifiers, [&](const Falsifier& f) { return f.faults == faults; });
    EXPECT_EQ(checker.rejected(line + "claim minimal\n") == "", minimal) << line;
  }
}

/// Compares checker and executions for each program that `make` makes from the seeds.
void compare_all(Seeds seeds, RandomProgram (*make)(std::uint64_t)) {
  Counted counted;
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    const RandomProgram random = restrict_faults(make(seed), seed);
    try {
      compare(random, seed, counted);
    } catch (const BudgetExceeded&) {
    } catch (const InputError&) {
    }
    if (::testing::Test::HasFailure() && !keeps_going()) {
      std::cout << "seed " << seed << "\n" << describe(random);
      break;
    }
  }
  std::cout << fmt::format(
      "{} programs: {} certified, {} falsified; {} fault sets, {} of them violate\n",
      counted.programs, counted.certified, counted.falsified, counted.sets, counted.violating);
  EXPECT_GT(counted.certified * 10, counted.programs);
  EXPECT_GT(counted.falsified * 10, counted.programs);
}

TEST(CertificateOracle, AcceptsWhatIsTrueAndNothingElse) {
  compare_all(seeds({1, 250}), [](std::uint64_t seed) { return random_program(seed); });
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfLateMessages) {
  compare_all(seeds({3'800, 200}), late_program);
}

TEST(CertificateOracle, AcceptsWhatIsTrueWhereRelationsAreLateByThemselves) {
  compare_all(seeds({1, 200}),
              [](std::uint64_t seed) { return apart_program(seed, 2000, seed % 4 == 0); });
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfFifoChannels) {
  compare_all(seeds({1, 400}), [](std::uint64_t seed) { return fifo_program(seed, 2000); });
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfPartitions) {
  compare_all(seeds({1, 200}), limited_program);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfDisks) {
  compare_all(seeds({1, 400}), [](std::uint64_t seed) {
    return seed % 2 == 0 ? failed_write_program(seed) : disk_fault_program(seed);
  });
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfPauses) {
  compare_all(seeds({1, 250}), pause_program);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfCorruptions) {
  compare_all(seeds({1, 400}), corruption_program);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfDisksThatAreRead) {
  compare_all(seeds({1, 300}), disk_reader);
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfRestarts) {
  compare_all(seeds({1, 200}), recovery_program);
}

}  // namespace
}  // namespace ldfi::test
