// Checks explanations of outcomes, on random programs whose minimal counterexamples are found by
// trying every fault set. Each fault of a minimal counterexample is necessary, so the explanation
// must name it. The statements of the explanation must be true, and must not depend on themselves.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "common/base/errors.hpp"
#include "results/views/compare/story.hpp"
#include "results/views/lineage/dot.hpp"
#include "results/views/lineage/outcome.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"

namespace ldfi::test {
namespace {

// Largest number of counterexamples of a program that are checked.
constexpr std::size_t max_falsifiers = 6;
constexpr std::size_t max_executions = 400;

std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

RunRecord record_of(const RandomProgram& program) {
  RunRecord run;
  run.program = {{"random.ded", program.text}};
  run.cells.emplace_back().fspec = Fspec(program.fspec).parameters();
  return run;
}

/// Returns the first minimal counterexamples. Tries fault sets in the order of their sizes.
std::vector<results::Rerun> falsifiers(const results::Subject& subject) {
  std::vector<results::Rerun> out;
  std::size_t executions = 0;
  for (const FaultSet& faults : all_fault_sets(subject.fspec())) {
    if (out.size() == max_falsifiers || ++executions > max_executions) break;
    const bool known = std::ranges::any_of(
        out, [&](const results::Rerun& f) { return f.faults.subset_of(faults); });
    if (known) continue;
    results::Rerun run = subject.execute(faults);
    if (!run.judgement.holds()) out.push_back(std::move(run));
  }
  return out;
}

/// Returns true if a fact in the explanation depends on itself. Such an explanation would explain
/// nothing.
bool is_circular(const results::Lineage& why) {
  using Kind = results::LineageNode::Kind;
  const auto holds = [&](std::uint32_t node) {
    const Kind kind = why.nodes[node].kind;
    return kind == Kind::goal || kind == Kind::rule || kind == Kind::message;
  };
  std::vector<std::vector<std::uint32_t>> up(why.nodes.size());
  std::vector<std::size_t> open(why.nodes.size());
  for (const auto& [from, to] : why.edges) {
    if (!holds(from) || !holds(to)) continue;
    up[from].push_back(to);
    ++open[to];
  }
  std::vector<std::uint32_t> done;
  for (std::uint32_t i = 0; i < open.size(); ++i) {
    if (open[i] == 0) done.push_back(i);
  }
  for (std::size_t i = 0; i < done.size(); ++i) {
    for (const std::uint32_t to : up[done[i]]) {
      if (--open[to] == 0) done.push_back(to);
    }
  }
  return done.size() < why.nodes.size();
}

/// Returns the reason why the statement of a node in the explanation is false. Empty if the
/// statement agrees with the execution.
std::string reason_for_falsehood(const results::Subject& subject, const results::Rerun& run,
                                 const results::LineageNode& node) {
  using Kind = results::LineageNode::Kind;
  const bool holds = node.kind == Kind::goal || node.kind == Kind::given;
  if (node.tuple.empty() || (!holds && node.kind != Kind::absent)) return "";
  const dedalus::Program& program = subject.program();
  for (int tick = node.first; tick <= node.last; ++tick) {
    bool there = false;
    for (std::size_t r = 0; r < program.relations.size() && !there; ++r) {
      for (const auto& tuple : run.model->tuples(RelationId(r), Time(tick))) {
        there = there || program.tuple_text(RelationId(r), tuple.data()) == node.tuple;
      }
    }
    if (there != holds) return fmt::format("{} at {}", node.tuple, tick);
  }
  return "";
}

/// Returns true if the violation depends on the fault in the explanation. Otherwise the explanation
/// would have a gap.
bool is_cause_of_violation(const results::Lineage& why, const std::string& fault) {
  std::vector<bool> reached(why.nodes.size());
  for (std::size_t i = 0; i < reached.size(); ++i) reached[i] = why.nodes[i].fault == fault;
  for (bool more = true; more;) {
    more = false;
    for (const auto& [from, to] : why.edges) {
      if (!reached[from] || reached[to]) continue;
      reached[to] = more = true;
    }
  }
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i] && why.nodes[i].root) return true;
  }
  return false;
}

struct Seen {
  std::size_t falsifiers = 0;
  std::size_t faults = 0;
};

void check(const RandomProgram& program, Seen& seen) {
  const RunRecord run = record_of(program);
  const results::Subject subject(run, run.cells[0]);
  // Skips programs with too many fault sets to try.
  if (subject.fspec().distinct_fault_sets() > max_fault_sets) return;
  if (!subject.failure_free().judgement.holds()) return;
  for (const results::Rerun& falsifier : falsifiers(subject)) {
    const auto why = results::explain_outcome(subject, falsifier, subject.failure_free());
    const auto story = results::make_story(subject, falsifier, why);
    ++seen.falsifiers;
    EXPECT_LE(story.size(), 60U);
    EXPECT_FALSE(is_circular(why)) << results::to_tree(why);
    for (const auto& node : why.nodes)
      EXPECT_EQ(reason_for_falsehood(subject, falsifier, node), "");
    for (const Fault& fault : falsifier.faults) {
      ++seen.faults;
      const std::string text = to_text(fault, subject.fspec());
      const bool named = std::ranges::any_of(
          why.nodes, [&](const results::LineageNode& node) { return node.fault == text; });
      EXPECT_TRUE(named) << to_text(falsifier.faults, subject.fspec()) << ": " << text << "\n"
                         << results::to_tree(why);
      const bool told = std::ranges::any_of(
          story, [&](const results::StoryStep& step) { return step.fault == text; });
      EXPECT_TRUE(told) << to_text(falsifier.faults, subject.fspec()) << ": " << text << "\n"
                        << results::story_text(story);
      EXPECT_TRUE(is_cause_of_violation(why, text)) << text << "\n" << results::to_tree(why);
    }
  }
}

void check_all(RandomProgram (*make)(std::uint64_t), std::uint64_t programs) {
  const std::uint64_t first = number("LDFI_ORACLE_SEED", 1);
  const std::uint64_t count = number("LDFI_ORACLE_PROGRAMS", programs);
  Seen seen;
  for (std::uint64_t seed = first; seed < first + count && !::testing::Test::HasFailure(); ++seed) {
    const RandomProgram random = make(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, describe(random)));
    try {
      check(random, seen);
    } catch (const InputError&) {
      continue;  // the checker refuses the program, or arithmetic fails
    }
  }
  EXPECT_GT(seen.falsifiers, count / 10);
  std::cout << seen.falsifiers << " falsifiers with " << seen.faults << " faults\n";
}

TEST(ExplanationOracle, NamesEveryFaultOfAMinimalFalsifier) {
  check_all(random_program, 300);
}

TEST(ExplanationOracle, NamesEveryRestart) {
  check_all(recovery_program, 150);
}

TEST(ExplanationOracle, NamesEveryFailedWrite) {
  check_all(failed_write_program, 150);
}

TEST(ExplanationOracle, NamesEveryDeadDiskAndWriteBack) {
  check_all(disk_fault_program, 150);
}

TEST(ExplanationOracle, NamesEveryCorruption) {
  check_all(corruption_program, 150);
}

TEST(ExplanationOracle, NamesEveryPause) {
  check_all(pause_program, 150);
}

}  // namespace
}  // namespace ldfi::test
