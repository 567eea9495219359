#include "common/sat/cadical.hpp"

#include <cadical.hpp>
#include <chrono>
#include <cstdlib>
#include <limits>

#include "common/core/contract.hpp"

namespace ldfi::sat {
namespace {

using Clock = std::chrono::steady_clock;

class Deadline final : public CaDiCaL::Terminator {
 public:
  void set(double seconds) {
    at_ = Clock::now() +
          std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  bool terminate() override { return Clock::now() >= at_; }

 private:
  Clock::time_point at_;
};

class Cadical final : public Solver {
 public:
  explicit Cadical(std::uint64_t seed) {
    solver_.set("quiet", 1);
    solver_.set("phase", 0);
    solver_.set("seed", static_cast<int>(seed & std::numeric_limits<int>::max()));
  }

  Literal new_variable() override { return ++variables_; }

  using Solver::add;
  void add(std::span<const Literal> clause) override {
    for (const Literal l : clause) {
      LDFI_REQUIRE(l != 0, "literal zero");
      solver_.add(l);
    }
    solver_.add(0);
    ++clauses_;
  }

  Answer solve(std::span<const Literal> assumptions) override {
    solver_.reserve(variables_);
    for (const Literal l : assumptions) solver_.assume(l);
    if (conflict_limit_ > 0) solver_.limit("conflicts", static_cast<int>(conflict_limit_));
    if (time_limit_ > 0) {
      deadline_.set(time_limit_);
      solver_.connect_terminator(&deadline_);
    }
    const int answer = solver_.solve();
    if (time_limit_ > 0) solver_.disconnect_terminator();
    if (answer == 20) return Answer::unsatisfiable;
    if (answer != 10) return Answer::unknown;
    model_.assign(static_cast<std::size_t>(variables_) + 1, false);
    for (Literal v = 1; v <= variables_; ++v) {
      model_[static_cast<std::size_t>(v)] = solver_.val(v) > 0;
    }
    return Answer::satisfiable;
  }

  [[nodiscard]] bool value(Literal variable) const override {
    LDFI_REQUIRE(variable > 0, "a variable");
    return model_[static_cast<std::size_t>(variable)];
  }

  void set_time_limit(double seconds) override { time_limit_ = seconds; }
  void set_conflict_limit(std::uint64_t conflicts) override { conflict_limit_ = conflicts; }
  [[nodiscard]] std::size_t variables() const override {
    return static_cast<std::size_t>(variables_);
  }
  [[nodiscard]] std::size_t clauses() const override { return clauses_; }

 private:
  CaDiCaL::Solver solver_;
  Deadline deadline_;
  std::vector<bool> model_;
  Literal variables_ = 0;
  double time_limit_ = 0;
  std::uint64_t conflict_limit_ = 0;
  std::size_t clauses_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_cadical(std::uint64_t seed) {
  return std::make_unique<Cadical>(seed);
}

}  // namespace ldfi::sat
