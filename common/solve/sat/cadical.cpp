#include "common/solve/sat/cadical.hpp"

#include <cadical.hpp>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <limits>
#include <optional>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/work.hpp"

namespace ldfi::sat {
namespace {

using Clock = std::chrono::steady_clock;

/// Calls the budget check from inside the solver. Exceptions must not pass through the solver, so
/// this object stores them.
class Budget final : public CaDiCaL::Terminator {
 public:
  explicit Budget(BudgetCheck check) : check_(std::move(check)) {}

  bool terminate() override {
    try {
      WorkBound::
          // Each call counts as a unit of work, because the solver makes the calls at the same
          // points on every machine. So a limit on work has the same effect everywhere.
          count();
      const auto now = Clock::now();
      if (now < next_) return false;
      next_ = now + interval;
      check_();
    } catch (...) {
      exceeded_ = std::current_exception();
    }
    return exceeded_ != nullptr;
  }
  /// Throws the stored exception, and forgets it. The solver can be used again afterwards.
  void rethrow() {
    if (exceeded_) std::rethrow_exception(std::exchange(exceeded_, nullptr));
  }

 private:
  static constexpr std::chrono::milliseconds interval{5};
  BudgetCheck check_;
  Clock::time_point next_;
  std::exception_ptr exceeded_;
};

class Cadical final : public Solver {
 public:
  explicit Cadical(std::uint64_t seed) {
    solver_.set("quiet", 1);
    solver_.set("profile", 0);  // otherwise CaDiCaL would read the clock at every step
    solver_.set("phase", 0);
    solver_.set("seed", static_cast<int>(seed & std::numeric_limits<int>::max()));
  }

  Literal new_variable() override {
    meter_.step();
    return ++variables_;
  }

  using Solver::add;
  void add(std::span<const Literal> clause) override {
    for (const Literal l : clause) {
      LDFI_REQUIRE(l != 0, "a literal is not 0");
      solver_.add(l);
    }
    solver_.add(0);
    ++clauses_;
    for (std::size_t i = 0; i < clause.size(); ++i) meter_.step();
  }

  Answer solve_with(std::span<const Literal> assumptions, std::span<const Literal> some) override {
    solver_.reserve(variables_);
    for (const Literal l : some) solver_.constrain(l);
    solver_.constrain(0);
    return solve(assumptions);
  }

  Answer solve(std::span<const Literal> assumptions) override {
    solver_.reserve(variables_);
    for (const Literal l : assumptions) solver_.assume(l);
    if (conflict_limit_ > 0) solver_.limit("conflicts", static_cast<int>(conflict_limit_));
    if (budget_) solver_.connect_terminator(&*budget_);
    const int answer = solver_.solve();
    if (budget_) {
      solver_.disconnect_terminator();
      budget_->rethrow();
    }
    if (answer == 20) return Answer::unsatisfiable;
    if (answer != 10) return Answer::unknown;
    model_.assign(static_cast<std::size_t>(variables_) + 1, false);
    for (Literal v = 1; v <= variables_; ++v) {
      model_[static_cast<std::size_t>(v)] = solver_.val(v) > 0;
    }
    return Answer::satisfiable;
  }

  [[nodiscard]] bool value(Literal variable) const override {
    LDFI_REQUIRE(variable > 0, "the number of a variable is above 0");
    return model_[static_cast<std::size_t>(variable)];
  }

  [[nodiscard]] bool failed(Literal assumption) const override {
    return solver_.failed(assumption);
  }

  void set_check(BudgetCheck check) override {
    meter_ = Meter(check);
    budget_.reset();
    if (check) budget_.emplace(std::move(check));
  }
  void set_conflict_limit(std::uint64_t conflicts) override { conflict_limit_ = conflicts; }
  [[nodiscard]] std::size_t variables() const override {
    return static_cast<std::size_t>(variables_);
  }
  [[nodiscard]] std::size_t clauses() const override { return clauses_; }

 private:
  mutable CaDiCaL::Solver solver_;  // mutable, because failed() is not const in CaDiCaL
  Meter meter_;
  std::optional<Budget> budget_;
  std::vector<bool> model_;
  Literal variables_ = 0;
  std::uint64_t conflict_limit_ = 0;
  std::size_t clauses_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_cadical(std::uint64_t seed) {
  return std::make_unique<Cadical>(seed);
}

}  // namespace ldfi::sat
