// Compares the checker of certificates with the execution of every fault set, for programs with
// named specifications, which read events. The checker shares no parser, evaluator or formula with
// the executions.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "common/base/errors.hpp"
#include "test/oracle/certified.hpp"
#include "test/oracle/seeds.hpp"
#include "test/oracle/specified.hpp"
#include "test/support/specified_program.hpp"

namespace ldfi::test {
namespace {

/// The name of a specification, and the lines of the claim about it.
using StepFact = std::pair<std::string, std::string>;

std::string text_of(const std::vector<StepFact>& claims) {
  std::string out;
  for (const auto& [name, lines] : claims) out += "specification " + name + "\n" + lines;
  return out;
}

/// Returns the claims as text, with `lines` in place of the claim about the specification number
/// `which`.
std::string changed(std::vector<StepFact> claims, std::size_t which, const std::string& lines) {
  claims[which].second = lines;
  return text_of(claims);
}

/// Returns the true claim about each specification.
std::vector<StepFact> true_claims(const SearchResult& truth, const Fspec& fspec) {
  std::vector<StepFact> out;
  for (const SpecificationResult& one : truth.specifications) {
    std::string lines;
    for (const std::uint32_t i : one.falsifiers)
      lines += "violates " + to_text(truth.falsifiers[i].faults, fspec) + "\n";
    if (!lines.empty()) lines += "claim minimal\nclaim least\nclaim all\n";
    if (lines.empty()) {
      lines = one.verdict == Verdict::vacuous        ? "claim vacuous\n"
              : one.verdict == Verdict::inconclusive ? "claim nothing\n"
                                                     : "claim certified\n";
    }
    out.emplace_back(one.says.name, lines);
  }
  return out;
}

/// Makes false claims about one specification, together with true claims about the others. The
/// checker must reject them.
void compare_others(Certified& checker, const std::vector<StepFact>& claims, std::size_t s,
                    const SearchResult& truth) {
  const SpecificationResult& one = truth.specifications[s];
  for (const char* other : {"claim certified\n", "claim vacuous\n"}) {
    if (other == claims[s].second) continue;
    EXPECT_NE(checker.rejected(changed(claims, s, other)), "") << one.says.name << other;
  }
  if (one.falsifiers.size() < 2) return;
  const std::string& all = claims[s].second;
  const std::size_t second = all.find('\n') + 1;
  EXPECT_NE(checker.rejected(changed(claims, s, all.substr(second))), "") << one.says.name;
}

void compare_specified(const SpecifiedProgram& random, std::uint64_t seed, Counted& counted) {
  const dedalus::Program program = check(random);
  const Fspec fspec(random.protocol.fspec);
  const Enumerated all(program, random.specifications, fspec);
  const SearchResult truth = all.answer(true, true);
  const std::vector<StepFact> claims = true_claims(truth, fspec);
  Certified checker(random.protocol, fspec, specification_file(random));
  ++counted.programs;
  EXPECT_EQ(checker.rejected(text_of(claims)), "");
  if (claims.size() > 1) {
    std::vector<StepFact> turned = claims;
    std::swap(turned.front().first, turned.back().first);
    EXPECT_NE(checker.rejected(text_of(turned)), "");
  }
  for (std::size_t s = 0; s < claims.size(); ++s) {
    ++(truth.specifications[s].falsifiers.empty() ? counted.certified : counted.falsified);
    compare_others(checker, claims, s, truth);
  }
  for (std::uint64_t i = 0; i < 5; ++i) {
    const FaultSet faults = random_fault_set(fspec, seed * 31 + i);
    const auto violated = all.violated_by(faults);
    for (std::size_t s = 0; s < claims.size(); ++s) {
      const std::string line = "violates " + to_text(faults, fspec) + "\n";
      EXPECT_EQ(checker.rejected(changed(claims, s, line)) == "", violated[s]) << line;
      ++counted.sets;
      if (!violated[s]) continue;
      ++counted.violating;
      const auto& minimal = truth.specifications[s].falsifiers;
      const bool is = std::ranges::any_of(
          minimal, [&](std::uint32_t f) { return truth.falsifiers[f].faults == faults; });
      EXPECT_EQ(checker.rejected(changed(claims, s, line + "claim minimal\n")) == "", is) << line;
    }
  }
}

TEST(CertificateOracle, AcceptsWhatIsTrueOfSpecifications) {
  Counted counted;
  const auto [first, count] = seeds({1, 400});
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const SpecifiedProgram random = specified_program(seed);
    if (random.specifications.empty()) continue;
    try {
      compare_specified(random, seed, counted);
    } catch (const BudgetExceeded&) {
    } catch (const InputError&) {
    }
    if (::testing::Test::HasFailure() && !keeps_going()) {
      std::cout << "seed " << seed << "\n"
                << describe(random.protocol) << "\n// .spec\n"
                << specification_file(random);
      break;
    }
  }
  std::cout << fmt::format(
      "{} programs: {} specifications certified, {} falsified; {} fault sets, {} of them violate\n",
      counted.programs, counted.certified, counted.falsified, counted.sets, counted.violating);
  EXPECT_GT(counted.programs * 4, static_cast<int>(count));
  EXPECT_GT(counted.certified * 10, counted.programs);
  EXPECT_GT(counted.falsified * 10, counted.programs);
}

}  // namespace
}  // namespace ldfi::test
