// The explorer of small fault sets against every fault set, run one by one on the plain evaluator:
// level by level, does anything violate that the explorer calls harmless, and is what it finds the
// very first falsifier in FaultSet order?
//
// LDFI_ORACLE_PROGRAMS=N and LDFI_ORACLE_SEED=S as in search_oracle_test.cpp.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "common/core/errors.hpp"
#include "common/eval/evaluator.hpp"
#include "common/explore/explorer.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Totals {
  int found = 0;
  int harmless = 0;
  int unable = 0;
  int deep = 0;  ///< falsifiers of three faults or more
};

/// What is wrong, or nothing. Programs whose executions fail are the explorer's to refuse.
std::string compare(const RandomProgram& random, Totals& totals) {
  const auto program = checked(random);
  if (!program) return "";
  const Fspec fspec(random.fspec);
  eval::Evaluator evaluator(*program, fspec);
  std::unique_ptr<eval::Model> failure_free;
  std::vector<FaultSet> falsifiers;
  bool fails = false;
  for (const FaultSet& faults : all_fault_sets(fspec)) {
    try {
      auto model = evaluator.run(faults);
      if (faults.empty()) failure_free = std::move(model);
      const eval::Model& judged = faults.empty() ? *failure_free : *model;
      if (!eval::judge(*program, fspec, judged, *failure_free).holds())
        falsifiers.push_back(faults);
    } catch (const InputError&) {
      fails = true;
      if (faults.empty()) return "";
    }
  }
  if (!falsifiers.empty() && falsifiers.front().empty()) return "";  // broken
  explore::Explorer explorer(*program, fspec, *failure_free, {});
  while (explorer.go_on() == explore::Standing::going) {
    if (!falsifiers.empty() && falsifiers.front().size() <= explorer.level()) {
      return "says that no " + std::to_string(explorer.level()) + " faults violate, but " +
             to_text(falsifiers.front(), fspec) + " does";
    }
  }
  switch (explorer.standing()) {
    case explore::Standing::found:
      ++totals.found;
      if (explorer.least()->size() > 2) ++totals.deep;
      // With failing executions about, an earlier set may fail and not violate; least is least.
      if (falsifiers.empty() || *explorer.least() != falsifiers.front()) {
        return "finds " + to_text(*explorer.least(), fspec) + ", enumeration " +
               (falsifiers.empty() ? "nothing" : to_text(falsifiers.front(), fspec));
      }
      return "";
    case explore::Standing::unable:
      ++totals.unable;
      return fails ? "" : "is unable although no execution fails";
    default:
      ++totals.harmless;
      return falsifiers.empty() || falsifiers.front().size() > explorer.level()
                 ? ""
                 : "overlooks " + to_text(falsifiers.front(), fspec);
  }
}

TEST(ExplorerOracle, AgreesWithEveryFaultSetRunOneByOne) {
  const std::uint64_t programs = from_environment("LDFI_ORACLE_PROGRAMS", 400);
  const std::uint64_t seed = from_environment("LDFI_ORACLE_SEED", 50'000);
  Totals totals;
  for (std::uint64_t i = 0; i < programs; ++i) {
    const RandomProgram random = random_program(seed + i);
    const std::string wrong = compare(random, totals);
    if (wrong.empty()) continue;
    const RandomProgram small = shrink(random, [](const RandomProgram& p) {
      Totals ignored;
      return !compare(p, ignored).empty();
    });
    FAIL() << "seed " << seed + i << ": the explorer " << wrong << "\nshrunk:\n"
           << describe(small) << compare(small, totals);
  }
  std::cout << programs << " programs: " << totals.found << " falsifiers found (" << totals.deep
            << " of three faults or more), " << totals.harmless << " without, " << totals.unable
            << " that fail\n";
  EXPECT_GT(totals.found, static_cast<int>(programs / 10));
  EXPECT_GT(totals.harmless, static_cast<int>(programs / 10));
}

}  // namespace
}  // namespace ldfi::test
