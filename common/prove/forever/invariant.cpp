#include "common/prove/forever/invariant.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "common/prove/forever/encoder.hpp"

namespace ldfi::forever {
namespace {

/// A question to a SAT solver about two successive ticks. The state of the first tick is outside
/// all cubes.
class OneStep {
 public:
  OneStep(const Aig& aig, const MakeSolver& make_solver, const BudgetCheck& check)
      : solver_(make_solver()), tick_(begin(aig, check)) {}

  void assume_outside(const std::vector<Cube>& cubes) {
    for (const Cube& cube : cubes) {
      std::vector<sat::Literal> clause;
      for (const LatchLiteral l : cube) clause.push_back(-tick_.now(l));
      solver_->add(clause);
    }
  }
  void ask_for(Wire wire) { solver_->add({tick_[wire]}); }
  /// Adds the condition that the state of the second tick is in one of the cubes.
  void ask_for_next(const std::vector<Cube>& cubes) {
    std::vector<sat::Literal> some;
    for (const Cube& cube : cubes) {
      some.push_back(solver_->new_variable());
      for (const LatchLiteral l : cube) solver_->add({-some.back(), tick_.next(l)});
    }
    solver_->add(some);
  }
  [[nodiscard]] bool possible() { return solver_->solve({}) != sat::Answer::unsatisfiable; }

 private:
  EncodedTick begin(const Aig& aig, const BudgetCheck& check) {
    solver_->set_check(check);
    return {aig, std::vector<bool>(aig.nodes().size(), true), *solver_};
  }

  std::unique_ptr<sat::Solver> solver_;
  EncodedTick tick_;
};

}  // namespace

std::string flaw(const Aig& aig, Wire bad, const std::vector<Cube>& cubes,
                 const MakeSolver& make_solver, const BudgetCheck& check) {
  for (const Cube& cube : cubes) {
    if (!excludes_first(cube)) return "it does not hold at tick 1";
  }
  OneStep step(aig, make_solver, check);
  step.assume_outside(cubes);
  step.ask_for_next(cubes);
  if (step.possible()) return "a step leads out of it";
  OneStep goal(aig, make_solver, check);
  goal.assume_outside(cubes);
  goal.ask_for(bad);
  return goal.possible() ? "it does not exclude the violations" : "";
}

std::vector<std::string> explain(const Aig& aig, const std::vector<Cube>& cubes) {
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (const Cube& cube : cubes) {
    std::vector<std::string> given;
    std::vector<std::string> then;
    for (const LatchLiteral l : cube) {
      const Aig::Latch& latch = aig.latches()[l >> 1U];
      const bool holds = ((l & 1U) == 0) != latch.negated;
      (holds ? given : then).push_back(latch.name);
    }
    std::sort(given.begin(), given.end());
    std::sort(then.begin(), then.end());
    const std::string left = fmt::format("{}", fmt::join(given, " and "));
    const std::string right = fmt::format("{}", fmt::join(then, " or "));
    lines.emplace_back(cube.size(), then.empty()    ? fmt::format("never {}", left)
                                    : given.empty() ? fmt::format("always {}", right)
                                                    : fmt::format("{} -> {}", left, right));
  }
  std::sort(lines.begin(), lines.end());
  std::vector<std::string> out;
  for (auto& [size, line] : lines) out.push_back(std::move(line));
  return out;
}

std::vector<std::vector<Word>> clauses_of(const Aig& aig, const std::vector<Cube>& cubes) {
  std::vector<std::vector<Word>> out;
  for (const Cube& cube : cubes) {
    std::vector<Word>& clause = out.emplace_back();
    for (const LatchLiteral l : cube) {
      const Aig::Latch& latch = aig.latches()[l >> 1U];
      clause.push_back({((l & 1U) == 0) == latch.negated, latch.key});
    }
  }
  return out;
}

std::size_t facts_in(const Aig& aig, const std::vector<Cube>& cubes) {
  std::set<std::uint32_t> latches;
  for (const Cube& cube : cubes) {
    for (const LatchLiteral l : cube) {
      if (aig.latches()[l >> 1U].kind == LatchKind::fact) latches.insert(l >> 1U);
    }
  }
  return latches.size();
}

}  // namespace ldfi::forever
