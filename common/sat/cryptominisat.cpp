#include "common/sat/cryptominisat.hpp"

#include <cryptominisat5/cryptominisat.h>

#include <cmath>

#include "common/core/contract.hpp"

namespace ldfi::sat {
namespace {

class CryptoMiniSat final : public Solver {
 public:
  explicit CryptoMiniSat(std::uint64_t seed) {
    solver_.set_num_threads(1);
    solver_.set_verbosity(0);
    solver_.set_default_polarity(false);
    solver_.set_polarity_mode(CMSat::PolarityMode::polarmode_neg);
    solver_.set_no_simplify_at_startup();
    solver_.set_no_bve();
    solver_.set_no_bva();
    solver_.set_seed(static_cast<std::uint32_t>(seed));
  }

  Literal new_variable() override {
    solver_.new_var();
    return static_cast<Literal>(solver_.nVars());
  }

  using Solver::add;
  void add(std::span<const Literal> clause) override {
    buffer_.clear();
    for (Literal l : clause) buffer_.push_back(convert(l));
    solver_.add_clause(buffer_);
    ++clauses_;
  }

  Answer solve(std::span<const Literal> assumptions) override {
    buffer_.clear();
    for (Literal l : assumptions) buffer_.push_back(convert(l));
    if (time_limit_ > 0) solver_.set_max_time(time_limit_);
    if (conflict_limit_ > 0) solver_.set_max_confl(conflict_limit_);
    const CMSat::lbool answer = solver_.solve(&buffer_);
    if (answer == CMSat::l_True) return Answer::satisfiable;
    if (answer == CMSat::l_False) return Answer::unsatisfiable;
    return Answer::unknown;
  }

  [[nodiscard]] bool value(Literal variable) const override {
    LDFI_REQUIRE(variable > 0, "a variable");
    return solver_.get_model()[static_cast<std::size_t>(variable - 1)] == CMSat::l_True;
  }

  void set_time_limit(double seconds) override { time_limit_ = seconds; }
  void set_conflict_limit(std::uint64_t conflicts) override { conflict_limit_ = conflicts; }
  [[nodiscard]] std::size_t variables() const override { return solver_.nVars(); }
  [[nodiscard]] std::size_t clauses() const override { return clauses_; }

 private:
  static CMSat::Lit convert(Literal l) {
    LDFI_REQUIRE(l != 0, "literal zero");
    return CMSat::Lit(static_cast<std::uint32_t>(std::abs(l) - 1), l < 0);
  }

  CMSat::SATSolver solver_;
  std::vector<CMSat::Lit> buffer_;
  double time_limit_ = 0;
  std::uint64_t conflict_limit_ = 0;
  std::size_t clauses_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_cryptominisat(std::uint64_t seed) {
  return std::make_unique<CryptoMiniSat>(seed);
}

}  // namespace ldfi::sat
