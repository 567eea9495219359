#include "common/solve/sat/cryptominisat.hpp"

#include <cryptominisat5/cryptominisat.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/work.hpp"

namespace ldfi::sat {
namespace {

class CryptoMiniSat final : public Solver {
 public:
  explicit CryptoMiniSat(std::uint64_t seed) : seed_(seed) {}

  Literal new_variable() override {
    CMSat::SATSolver& solver = built();
    meter_.step();
    solver.new_var();
    return static_cast<Literal>(solver.nVars());
  }

  using Solver::add;
  void add(std::span<const Literal> clause) override {
    buffer_.clear();
    for (Literal l : clause) buffer_.push_back(convert(l));
    built().add_clause(buffer_);
    ++clauses_;
    for (std::size_t i = 0; i < clause.size(); ++i) meter_.step();
  }

  Answer solve(std::span<const Literal> assumptions) override {
    WorkBound::count();
    buffer_.clear();
    for (Literal l : assumptions) buffer_.push_back(convert(l));
    CMSat::SATSolver& solver = built();
    const std::uint64_t stop = solver.get_sum_conflicts() + conflict_limit_;
    for (;;) {
      if (conflict_limit_ > 0) solver.set_max_confl(stop - solver.get_sum_conflicts());
      // The solver has no callback for the budget check. So it runs in short slices of time, with a
      // check between them.
      if (check_) solver.set_max_time(slice_s);
      const CMSat::lbool answer = solver.solve(&buffer_);
      if (answer == CMSat::l_True) return Answer::satisfiable;
      if (answer == CMSat::l_False) return Answer::unsatisfiable;
      if (!check_) return Answer::unknown;
      check_();
      if (conflict_limit_ > 0 && solver.get_sum_conflicts() >= stop) return Answer::unknown;
    }
  }

  [[nodiscard]] bool value(Literal variable) const override {
    LDFI_REQUIRE(variable > 0, "the number of a variable is above 0");
    LDFI_REQUIRE(solver_.has_value(), "the formula was solved before");
    return solver_->get_model()[static_cast<std::size_t>(variable - 1)] == CMSat::l_True;
  }

  [[nodiscard]] bool failed(Literal assumption) const override {
    LDFI_REQUIRE(solver_.has_value(), "the formula was solved before");
    // The solver returns the negations of those assumptions on which the answer depends.
    const auto& conflict = solver_->get_conflict();
    return std::find(conflict.begin(), conflict.end(), ~convert(assumption)) != conflict.end();
  }

  void set_check(BudgetCheck check) override {
    meter_ = Meter(check);
    check_ = std::move(check);
  }
  void set_conflict_limit(std::uint64_t conflicts) override { conflict_limit_ = conflicts; }
  [[nodiscard]] std::size_t variables() const override {
    return solver_.has_value() ? solver_->nVars() : 0;
  }
  [[nodiscard]] std::size_t clauses() const override { return clauses_; }

 private:
  /// CPU time in seconds between two calls of the budget check.
  static constexpr double slice_s = 0.2;

  static CMSat::Lit convert(Literal l) {
    LDFI_REQUIRE(l != 0, "a literal is not 0");
    return CMSat::Lit(static_cast<std::uint32_t>(std::abs(l) - 1), l < 0);
  }

  /// Returns the solver. Creates it at the first call, because that takes half a millisecond, and
  /// some runs never use their solver.
  CMSat::SATSolver& built() {
    if (solver_.has_value()) return *solver_;
    CMSat::SATSolver& solver = solver_.emplace();
    solver.set_num_threads(1);
    solver.set_verbosity(0);
    solver.set_default_polarity(false);
    solver.set_polarity_mode(CMSat::PolarityMode::polarmode_neg);
    solver.set_no_simplify_at_startup();
    solver.set_no_bve();
    solver.set_no_bva();
    solver.set_seed(static_cast<std::uint32_t>(seed_));
    return solver;
  }

  std::uint64_t seed_;
  std::optional<CMSat::SATSolver> solver_;
  std::vector<CMSat::Lit> buffer_;
  Meter meter_;
  BudgetCheck check_;
  std::uint64_t conflict_limit_ = 0;
  std::size_t clauses_ = 0;
};

}  // namespace

bool has_cryptominisat() {
  return true;
}

std::unique_ptr<Solver> make_cryptominisat(std::uint64_t seed) {
  return std::make_unique<CryptoMiniSat>(seed);
}

}  // namespace ldfi::sat
