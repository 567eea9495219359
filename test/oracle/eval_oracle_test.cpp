// Compares the plain evaluator with the naive evaluator, tuple by tuple, on random programs.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "test/oracle/naive.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {
namespace {

constexpr std::size_t fault_sets_per_program = 6;

/// Returns all tuples that hold at each tick, one in a line. If arithmetic fails, returns the error
/// and its tick.
std::string plain_text(eval::Evaluator& evaluator, const dedalus::Program& program,
                       const Fspec& fspec, const FaultSet& faults) {
  std::string out;
  try {
    const auto model = evaluator.run(faults);
    std::size_t size = 0;
    for (int t = 1; t <= fspec.eot(); ++t) {
      for (std::size_t r = 0; r < program.relations.size(); ++r) {
        const auto tuples = model->tuples(RelationId(r), Time(t));
        if (program.timeless != RelationId(r)) size += tuples.size();
        for (const auto& tuple : tuples) {
          if (program.relations[r].selection_of || program.internal(RelationId(r))) continue;
          out += fmt::format("{}@{}\n", program.tuple_text(RelationId(r), tuple.data()), t);
          EXPECT_TRUE(model->contains(RelationId(r), Time(t), tuple));
        }
      }
    }
    EXPECT_EQ(size, model->size());
  } catch (const InputError& error) {
    const std::string& hint = error.diagnostics().front().hints.front();
    return "arithmetic " + hint.substr(hint.rfind("at tick"));
  }
  return out;
}

/// Returns the same text from the naive evaluator. It runs `spelled`, which is `program` without
/// variables that occur twice in a literal, because it does not support them.
std::string naive_text(const dedalus::Program& program, const dedalus::Program& spelled,
                       const Fspec& fspec, const FaultSet& faults) {
  std::string out;
  try {
    const NaiveModel model = naive_run(spelled, fspec, faults);
    for (std::size_t t = 1; t < model.size(); ++t) {
      for (std::size_t r = 0; r < program.relations.size(); ++r) {
        const dedalus::Relation& relation = program.relations[r];
        if (relation.selection_of || program.internal(RelationId(r))) continue;
        const RelationId id = spelled.find(relation.name).value();
        for (const auto& tuple : model[t][id.index()]) {
          out += fmt::format("{}@{}\n", spelled.tuple_text(id, tuple.data()), t);
        }
      }
    }
  } catch (const NaiveArithmeticError& error) {
    return fmt::format("arithmetic at tick {}", error.tick);
  }
  return out;
}

std::vector<FaultSet> some_fault_sets(const Fspec& fspec, std::uint64_t seed) {
  std::vector<FaultSet> out(1);
  for (std::uint64_t i = 1; i < fault_sets_per_program; ++i) {
    out.push_back(random_fault_set(fspec, seed * 1000 + i));
  }
  return out;
}

/// Returns the first fault set for which the evaluators differ, or nullopt. A program that the
/// checker refuses counts as no difference.
std::optional<std::string> disagreement(const RandomProgram& random, std::uint64_t seed) {
  const auto program = checked(random);
  if (!program) return std::nullopt;
  const auto spelled = checked(spelled_out(random));
  if (!spelled) return "not accepted when spelled out";
  const Fspec fspec(random.fspec);
  eval::Evaluator evaluator(*program, fspec);
  for (const FaultSet& faults : some_fault_sets(fspec, seed)) {
    const std::string plain = plain_text(evaluator, *program, fspec, faults);
    const std::string naive = naive_text(*program, *spelled, fspec, faults);
    if (plain == naive) continue;
    return fmt::format("under {}\nplain:\n{}naive:\n{}", to_text(faults, fspec), plain, naive);
  }
  return std::nullopt;
}

bool has_selection(const dedalus::Program& program) {
  return std::any_of(program.relations.begin(), program.relations.end(),
                     [](const auto& relation) { return relation.selection_of.has_value(); });
}

/// Compares the evaluators on `count` programs, which `make` makes from the seeds `first`, `first`
/// + 1 and so on.
void compare_all(RandomProgram (*make)(std::uint64_t), std::uint64_t first, std::uint64_t count) {
  std::uint64_t accepted = 0;
  std::uint64_t repeating = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomProgram random = make(seed);
    const auto program = checked(random);
    if (program) ++accepted;
    if (program && has_selection(*program)) ++repeating;
    if (!disagreement(random, seed)) continue;
    const RandomProgram small =
        shrink(random, [&](const RandomProgram& p) { return disagreement(p, seed).has_value(); });
    const std::string file = fmt::format("{}/test/disagreement-{}.ded", LDFI_BINARY_DIR, seed);
    std::ofstream(file) << describe(small);
    FAIL() << "seed " << seed << "\n" << describe(small) << *disagreement(small, seed);
  }
  std::cout << "seeds " << first << " to " << first + count - 1 << ", " << accepted
            << " programs accepted by the checker, " << repeating
            << " with a variable twice in a negated literal\n";
  EXPECT_GT(repeating * 50, count);
  EXPECT_GE(accepted * 100, count * 90)
      << "the generator makes too many programs that do not check";
}

TEST(EvalOracle, PlainAgreesWithNaive) {
  const auto [first, count] = seeds({1, 2000});
  compare_all(random_program, first, count);
}

/// The plain evaluator implements late messages by rules that the checker adds. The naive evaluator
/// implements them directly.
TEST(EvalOracle, PlainAgreesWithNaiveWhereMessagesAreLate) {
  const auto [first, count] = seeds({1, 1000});
  compare_all(late_program, first, count);
}

TEST(EvalOracle, PlainAgreesWithNaiveWhereRelationsAreLateByThemselves) {
  const auto [first, count] = seeds({1, 500});
  compare_all([](std::uint64_t seed) { return apart_program(seed); }, first, count);
}

}  // namespace
}  // namespace ldfi::test
