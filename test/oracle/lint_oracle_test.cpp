// Checks warnings that make a statement about all executions, by executions of random programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "common/dedalus/language/possible_ticks.hpp"
#include "common/dedalus/language/storage.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"

namespace ldfi::test {
namespace {

using dedalus::Program;

constexpr Seeds standard{1, 1000};
constexpr std::size_t fault_sets_per_program = 6;

std::vector<FaultSet> some_fault_sets(const Fspec& fspec, std::uint64_t seed) {
  std::vector<FaultSet> out(1);
  for (std::uint64_t i = 1; i < fault_sets_per_program; ++i) {
    out.push_back(random_fault_set(fspec, seed * 1000 + i));
  }
  return out;
}

template <class Action>
void for_each_seed(const Action& action) {
  const Seeds some = seeds(standard);
  for (std::uint64_t seed = some.first; seed < some.end(); ++seed) action(seed);
}

/// Returns the lines of all warnings with this code.
std::set<int> lines_of(const Program& program, const std::string& code) {
  std::set<int> out;
  for (const Diagnostic& warning : program.warnings) {
    if (warning.code == code) out.insert(warning.where.line);
  }
  return out;
}

/// Returns the program without these lines. Each line is a statement.
RandomProgram without(RandomProgram program, const std::set<int>& lines) {
  std::istringstream in(program.text);
  program.text.clear();
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    if (!lines.contains(++number)) program.text += line + "\n";
  }
  return program;
}

/// Returns the tuples that hold, one in a line, or the arithmetic error.
std::string tables(const Program& program, const Fspec& fspec, const FaultSet& faults) {
  std::vector<std::string> out;  // without built-in relations that the program does not mention
  try {
    const auto model = eval::run(program, fspec, faults);
    for (int t = 1; t <= fspec.eot(); ++t) {
      for (std::size_t r = 0; r < program.relations.size(); ++r) {
        if (program.built_in(RelationId(r)) || program.relations[r].selection_of) continue;
        for (const auto& tuple : model->tuples(RelationId(r), Time(t))) {
          out.push_back(program.tuple_text(RelationId(r), tuple.data()) + "@" + std::to_string(t));
        }
      }
    }
  } catch (const InputError&) {
    return "arithmetic";
  }
  std::sort(out.begin(), out.end());
  std::string text;
  for (const std::string& line : out) text += line + "\n";
  return text;
}

RandomProgram program_of(std::uint64_t seed) {
  return seed % 4 == 0   ? recovery_program(seed)
         : seed % 8 == 1 ? failed_write_program(seed)
         : seed % 8 == 5 ? disk_fault_program(seed)
         : seed % 8 == 3 ? corruption_program(seed)
         : seed % 4 == 2 ? pause_program(seed)
                         : random_program(seed);
}

TEST(LintOracle, WhatCannotHoldDoesNot) {
  for_each_seed([](std::uint64_t seed) {
    const RandomProgram random = program_of(seed);
    const auto program = checked(random);
    if (!program) return;
    const Fspec fspec(random.fspec);
    const dedalus::PossibleTicks ticks(*program);
    for (const FaultSet& faults : some_fault_sets(fspec, seed)) {
      try {
        const auto model = eval::run(*program, fspec, faults);
        for (int t = 1; t <= fspec.eot(); ++t) {
          for (std::size_t r = 0; r < program->relations.size(); ++r) {
            if (ticks.holds(RelationId(r), t)) continue;
            EXPECT_TRUE(model->tuples(RelationId(r), Time(t)).empty())
                << random.text << program->relations[r].name << " at " << t;
          }
        }
      } catch (const InputError&) {  // arithmetic fails
      }
    }
  });
}

TEST(LintOracle, ARuleThatNeverFiresIsNotMissed) {
  std::size_t found = 0;
  for_each_seed([&](std::uint64_t seed) {
    const RandomProgram random = program_of(seed);
    const auto program = checked(random);
    if (!program) return;
    const std::set<int> lines = lines_of(*program, "never-fires");
    if (lines.empty()) return;
    const auto shorter = checked(without(random, lines));
    // Without the rule, a relation may count as stable that did not before. Then the programs
    // cannot be compared.
    if (!shorter || dedalus::stored_relations(*program) != dedalus::stored_relations(*shorter))
      return;
    ++found;
    const Fspec fspec(random.fspec);
    for (const FaultSet& faults : some_fault_sets(fspec, seed)) {
      EXPECT_EQ(tables(*program, fspec, faults), tables(*shorter, fspec, faults)) << random.text;
    }
  });
  std::cout << found << " programs with such rules\n";
  EXPECT_GT(found * 10, seeds(standard).count);
}

TEST(LintOracle, AnEmptyInvariantIsNeverViolated) {
  std::size_t found = 0;
  for_each_seed([&](std::uint64_t seed) {
    const RandomProgram random = program_of(seed);
    const auto program = checked(random);
    if (!program || lines_of(*program, "empty-invariant").empty()) return;
    ++found;
    const Fspec fspec(random.fspec);
    for (const FaultSet& faults : some_fault_sets(fspec, seed)) {
      try {
        const auto free = eval::run(*program, fspec, {});
        const auto model = eval::run(*program, fspec, faults);
        EXPECT_TRUE(eval::judge(*program, fspec, *model, *free).holds()) << random.text;
      } catch (const InputError&) {  // arithmetic fails
      }
    }
  });
  std::cout << found << " such programs\n";
  EXPECT_GT(found * 50, seeds(standard).count);
}

}  // namespace
}  // namespace ldfi::test
