// Repeats the circuit of one tick, as certificates for every EOT (last tick) have it, for several
// ticks in a SAT solver.
#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/prove/certificate/step.hpp"
#include "common/solve/sat/make_solver.hpp"

namespace ldfi::test {

/// The repeated circuit. It begins at tick 1, and advance() goes to the next tick.
class Repeated {
 public:
  explicit Repeated(const certificate::Transition& of)
      : of_(of), solver_(sat::make_solver(SolverName::cadical, 1)) {
    for (const auto& [name, state] : of.states) now_[name] = constant(state.first);
    begin_tick();
  }
  bool wrong() {
    return solver_->solve(std::vector{literal(of_.wrong)}) == sat::Answer::satisfiable;
  }
  void advance() {
    std::map<std::string, sat::Literal> next;
    for (const auto& [name, state] : of_.states) next[name] = literal(state.next);
    now_ = next;
    begin_tick();
  }

 private:
  sat::Literal constant(bool value) {
    const sat::Literal out = solver_->new_variable();
    solver_->add({value ? out : -out});
    return out;
  }
  sat::Literal literal(int of) {
    auto& mine = variables_[std::abs(of)];
    if (mine == 0) mine = solver_->new_variable();
    return of < 0 ? -mine : mine;
  }
  void begin_tick() {
    variables_.clear();
    std::vector<certificate::Clause> needed = of_.axioms;
    needed.push_back({of_.wrong, -of_.wrong});
    for (const auto& [name, state] : of_.states) needed.push_back({state.next, -state.next});
    for (const auto& clause : of_.circuit.clauses(needed)) {
      std::vector<sat::Literal> mine;
      for (const int x : clause) mine.push_back(literal(x));
      solver_->add(mine);
    }
    for (const auto& [name, state] : of_.states) {
      solver_->add({-now_[name], literal(state.now)});
      solver_->add({now_[name], -literal(state.now)});
    }
  }

  const certificate::Transition& of_;
  std::unique_ptr<sat::Solver> solver_;
  std::map<int, sat::Literal> variables_;
  std::map<std::string, sat::Literal> now_;
};

}  // namespace ldfi::test
