// SAT solvers for tests: a slow solver, which can also be the base class of solvers that choose
// their models.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <thread>
#include <utility>

#include "common/solve/sat/cadical.hpp"

namespace ldfi::test {

/// CaDiCaL, but before every question except the first it calls its budget check for 20 ms. This
/// gives other threads time to find something.
class SlowSolver : public sat::Solver {
 public:
  sat::Literal new_variable() override { return solver_->new_variable(); }
  using Solver::add;
  void add(std::span<const sat::Literal> clause) override { solver_->add(clause); }
  sat::Answer solve(std::span<const sat::Literal> assumptions) final {
    for (int i = 0; check_ && ++questions_ > 1 && i < 20; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ask();
    }
    return answer(assumptions);
  }
  [[nodiscard]] bool value(sat::Literal v) const override { return solver_->value(v); }
  [[nodiscard]] bool failed(sat::Literal l) const override { return solver_->failed(l); }
  void set_check(BudgetCheck check) override { check_ = std::move(check); }
  void set_conflict_limit(std::uint64_t conflicts) override {
    solver_->set_conflict_limit(conflicts);
  }
  [[nodiscard]] std::size_t variables() const override { return solver_->variables(); }
  [[nodiscard]] std::size_t clauses() const override { return solver_->clauses(); }

 protected:
  virtual void ask() { check_(); }
  virtual sat::Answer answer(std::span<const sat::Literal> assumptions) {
    return solver_->solve(assumptions);
  }

 private:
  std::unique_ptr<sat::Solver> solver_ = sat::make_cadical(1);
  BudgetCheck check_;
  int questions_ = 0;
};

}  // namespace ldfi::test
