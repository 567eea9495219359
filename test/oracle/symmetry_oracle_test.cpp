// Compares the search that uses symmetry with the execution of every fault set and with the search
// that does not use it. The random programs are symmetric, or lack one statement to be symmetric
// (docs/explanation/search-shortcuts.md#symmetry). Also checks that nodes are interchangeable, by
// executions with two nodes swapped.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/faults/swapped.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "common/solve/hazard/symmetry.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/search/search.hpp"
#include "test/support/symmetric_program.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

struct SymmetryTotals {
  int programs = 0, symmetric = 0, of_three = 0, falsified = 0, images = 0, larger = 0;
};

class Mirrored {
 public:
  Mirrored(const dedalus::Program& program, const FspecParameters& parameters, std::uint64_t seed)
      : program_(program),
        fspec_(parameters),
        seed_(seed),
        classes_(hazard::interchangeable_nodes(program, fspec_)) {}

  [[nodiscard]] const std::vector<std::vector<NodeId>>& classes() const { return classes_; }

  /// Compares everything about this program. Returns the first mistake, or an empty text.
  std::string run(SymmetryTotals& totals) {
    ++totals.programs;
    totals.symmetric += classes_.empty() ? 0 : 1;
    const auto three = [](const auto& nodes) { return nodes.size() > 2; };
    totals.of_three += std::any_of(classes_.begin(), classes_.end(), three) ? 1 : 0;
    const std::string wrong = images(totals);
    return wrong.empty() ? searches(totals) : wrong;
  }

 private:
  /// Returns the violations of an execution with the names swapped back, or "error".
  std::string judged(const FaultSet& faults) const {
    try {
      const auto free = eval::run(program_, fspec_, FaultSet{});
      const auto judgement =
          eval::judge(program_, fspec_, *eval::run(program_, fspec_, faults), *free);
      return fmt::format("{} violated", judgement.violated.size());
    } catch (const InputError&) {
      return "error";
    }
  }

  std::string images(SymmetryTotals& totals) const {
    for (const auto& nodes : classes_) {
      for (std::uint64_t i = 0; i < 8; ++i) {
        const FaultSet faults = random_fault_set(fspec_, seed_ * 131 + i);
        std::vector<Fault> image;
        for (const Fault& f : faults)
          image.push_back(swapped(f, nodes[i % nodes.size()], nodes[(i + 1) % nodes.size()]));
        const FaultSet other(image);
        if (!fspec_.admits(other)) return "not admitted: " + to_text(other, fspec_);
        if (judged(faults) != judged(other)) {
          return fmt::format("{}: {}, and {}: {}", to_text(faults, fspec_), judged(faults),
                             to_text(other, fspec_), judged(other));
        }
        ++totals.images;
      }
    }
    return "";
  }

  std::string searches(SymmetryTotals& totals) const {
    const auto universe = reach::ground_program(program_, fspec_, {},
                                                seed_ % 2 == 0 ? Pruning::always : Pruning::never);
    const auto whole =
        ground::ground_program(program_, fspec_, {}, nullptr, ground::Extent::everything);
    const auto executor = execute::make_ground_executor(universe);
    const auto reference = execute::make_ground_executor(whole);
    const auto found = [&](search::Strategy& strategy, campaign::Executor& by,
                           std::size_t parallel) { return drive(strategy, by, parallel, seed_); };
    for (const bool all : {false, true}) {
      const auto exhaustive = search::make_exhaustive(fspec_, {all, 1U << 20, 1000});
      const SearchResult expected = found(*exhaustive, *reference, 1);
      if (!all) count(expected, totals);
      for (const bool symmetry : {true, false}) {
        for (const auto& [expand, parallel] :
             {std::pair{Expansion::live, 1U}, {Expansion::all, 1U}, {Expansion::live, 3U}}) {
          search::LineageOptions options;
          options.all = all;
          options.seed = seed_;
          options.expand = expand;
          options.symmetry = symmetry;
          const auto lineage =
              search::make_lineage(universe, sat::make_solver(SolverName::cadical, seed_), options);
          const std::string got = outcome_text(found(*lineage, *executor, parallel), fspec_);
          if (got == outcome_text(expected, fspec_)) continue;
          return fmt::format(
              "exhaustive {}, lineage {} (all {}, symmetry {}, expand {}, {} at a time)",
              outcome_text(expected, fspec_), got, all, symmetry, static_cast<int>(expand),
              parallel);
        }
      }
    }
    return "";
  }

  void count(const SearchResult& result, SymmetryTotals& totals) const {
    if (classes_.empty() || result.falsifiers.empty()) return;
    ++totals.falsified;
    totals.larger += result.falsifiers.front().faults.size() > 1 ? 1 : 0;
  }

  const dedalus::Program& program_;
  Fspec fspec_;
  std::uint64_t seed_;
  std::vector<std::vector<NodeId>> classes_;
};

TEST(SymmetryOracle, SameFirstFalsifierWithAndWithout) {
  const auto [first, count] = seeds({1, 300});
  SymmetryTotals whole, broken;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const SymmetricProgram symmetric = symmetric_program(seed);
    const std::pair<RandomProgram, SymmetryTotals*> both[] = {
        {symmetric.program, &whole}, {without_a_mirror_image(symmetric, seed), &broken}};
    for (const auto& [random, totals] : both) {
      const auto program = checked(random);
      if (!program) continue;
      std::string wrong;
      try {
        Mirrored mirrored(*program, random.fspec, seed);
        wrong = mirrored.run(*totals);
      } catch (const InputError&) {
      } catch (const BudgetExceeded&) {
      }
      if (!wrong.empty())
        ADD_FAILURE() << "seed " << seed << ": " << wrong << "\n" << describe(random);
      if (HasFailure() && !keeps_going()) return;
    }
  }
  for (const auto& [name, t] : {std::pair{"symmetric", whole}, {"nearly symmetric", broken}}) {
    std::cout << fmt::format(
        "{}: {} programs, {} with interchangeable nodes ({} with three), of which {} are "
        "falsified, "
        "{} by two faults or more; {} executions judged with two nodes swapped\n",
        name, t.programs, t.symmetric, t.of_three, t.falsified, t.larger, t.images);
  }
  EXPECT_GT(whole.symmetric * 2, whole.programs);
  EXPECT_GT(whole.falsified * 4, whole.symmetric);
  EXPECT_GT(whole.of_three, 0);
  EXPECT_LT(broken.symmetric * 2, broken.programs);
}

/// Returns the classes of interchangeable nodes, such as "b c | d e".
std::string classes_of(const std::string& text, std::vector<std::string> nodes) {
  const RandomProgram random{text, {.eot = 4, .eff = 2, .crashes = 1, .nodes = std::move(nodes)}};
  const auto program = check(random);
  const Fspec fspec(random.fspec);
  std::string out;
  for (const auto& some : hazard::interchangeable_nodes(program, fspec)) {
    if (!out.empty()) out += " | ";
    for (const NodeId n : some) out += (n == some.front() ? "" : " ") + fspec.name(n);
  }
  return out;
}

TEST(Symmetry, OfTexts) {
  const std::string base =
      "n(\"a\", \"b\")@1; n(\"a\", \"c\")@1; n(X, Y)@next :- n(X, Y);\n"
      "log(\"a\", \"x\")@1; log(N, P)@next :- log(N, P); log(M, P)@async :- log(N, P), n(N, M);\n";
  const std::string pre = "pre(P) :- log(\"a\", P);\n";
  const std::vector<std::string> abc{"a", "b", "c"};
  const auto with = [&](const std::string& more) { return classes_of(base + pre + more, abc); };
  EXPECT_EQ(with("post(P) :- log(\"b\", P), log(\"c\", P);"), "b c");
  EXPECT_EQ(with("post(P) :- log(\"b\", P), log(X, P), log(\"c\", P), X != \"a\";"), "b c");
  EXPECT_EQ(with("post(P) :- log(\"b\", P), log(\"b\", P);"), "");
  EXPECT_EQ(with("post(P) :- log(\"b\", P); post(Q) :- log(\"c\", Q);"), "b c");
  EXPECT_EQ(with("post(P) :- log(\"b\", P); post(P) :- log(\"c\", P), notin log(\"b\", P);"), "");
  EXPECT_EQ(with("post(P) :- log(\"b\", P); w(\"b\", 1)@1; w(\"c\", 1)@1;"), "");
  EXPECT_EQ(with("post(P) :- log(_, P); w(\"b\", 1)@1; w(\"c\", 1)@1;"), "b c");
  EXPECT_EQ(with("post(P) :- log(_, P); w(\"b\", 1)@1; w(\"c\", 2)@1;"), "");
  EXPECT_EQ(with("post(P) :- log(_, P); w(\"b\", 1)@1; w(\"c\", 1)@2;"), "");
  EXPECT_EQ(with("post(P) :- log(N, P), N == \"b\";"), "");
  EXPECT_EQ(with("post(P) :- log(N, P), n(\"a\", N), N != \"b\"; post(P) :- n(\"a\", M), log(M, "
                 "P), M != \"c\";"),
            "b c");
  // The node at which a rule runs is part of the rule, so this program is not symmetric.
  EXPECT_EQ(with("post(P) :- log(_, P); m(\"a\", P)@async :- log(\"b\", P), log(\"c\", P);"), "");
  EXPECT_EQ(with("post(P) :- log(_, P); m(\"a\", P)@async :- log(\"b\", P), log(\"c\", P); "
                 "m(\"a\", P)@async :- log(\"c\", P), log(\"b\", P);"),
            "b c");
}

TEST(Symmetry, OfRelationsAndLimits) {
  const std::string text =
      "log(\"a\", \"x\")@1; to(\"a\", \"b\")@1; to(\"a\", \"c\")@1; to(X, Y)@next :- to(X, Y);\n"
      "log(N, P)@next :- log(N, P); log(M, P)@async :- log(N, P), to(N, M);\n"
      "pre(P) :- log(\"a\", P); post(P) :- log(_, P);\n";
  RandomProgram random{text, {.eot = 4, .eff = 2, .crashes = 1, .nodes = {"a", "b", "c"}}};
  const auto classes = [&] {
    const auto program = check(random);
    return hazard::interchangeable_nodes(program, Fspec(random.fspec)).size();
  };
  EXPECT_EQ(classes(), 1U);
  random.fspec.crashable = {"b"};
  EXPECT_EQ(classes(), 0U);
  random.fspec.crashable = {"b", "c"};
  EXPECT_EQ(classes(), 1U);
  random.fspec.limits.reliable = {{"a", "b"}};
  EXPECT_EQ(classes(), 0U);
  random.fspec.limits.reliable.clear();
  random.fspec.limits.omissions_to = {"c"};
  EXPECT_EQ(classes(), 0U);
}

TEST(Symmetry, OfOurProtocols) {
  const auto of = [](const std::string& name, std::vector<std::string> nodes) {
    dedalus::CheckOptions options;
    options.nodes = nodes;
    options.eot = 6;
    const auto program =
        dedalus::check_program(dedalus::read_sources({std::string(LDFI_SOURCE_DIR) +
                                                      "/configs/protocols/" + name + ".ded"}),
                               options);
    const Fspec fspec({.eot = 6, .eff = 3, .crashes = 1, .nodes = std::move(nodes)});
    std::string out;
    for (const auto& some : hazard::interchangeable_nodes(program, fspec)) {
      for (const NodeId n : some) out += fspec.name(n);
    }
    return out;
  };
  for (const char* name :
       {"simple-deliv", "retry-deliv", "classic-deliv", "redun-deliv", "ack-deliv"})
    EXPECT_EQ(of(name, {"a", "b", "c"}), "bc") << name;
  for (const char* name : {"2pc", "2pc-ctp", "3pc"})
    EXPECT_EQ(of(name, {"C", "a", "b", "d"}), "abd") << name;
  EXPECT_EQ(of("kafka", {"C", "Z", "a", "b", "c"}), "bc");
  EXPECT_EQ(of("flux", {"a", "b", "c", "p"}), "");
  EXPECT_EQ(of("paxos", {"a", "b", "c"}), "");
  EXPECT_EQ(of("raft", {"C", "a", "b", "c"}), "");
}

}  // namespace
}  // namespace ldfi::test
