// Implications as clauses, in the one direction that is needed [PG86]. There is a literal that is
// always true, so facts known beforehand cost neither variables nor clauses.
#pragma once

#include <vector>

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class Clauses {
 public:
  explicit Clauses(sat::Solver& solver) : solver_(solver), always_(solver.new_variable()) {
    solver_.add({always_});
  }

  [[nodiscard]] sat::Solver& solver() const { return solver_; }
  [[nodiscard]] sat::Literal always() const { return always_; }
  [[nodiscard]] sat::Literal never() const { return -always_; }
  [[nodiscard]] sat::Literal variable() const { return solver_.new_variable(); }

  /// Forces `head` when all of `body` hold. Duplicates and constants are allowed.
  void imply(const std::vector<sat::Literal>& body, sat::Literal head);
  /// A literal that each of `reasons` forces; a single reason is that literal itself.
  sat::Literal forced_by_any(const std::vector<sat::Literal>& reasons);

 private:
  sat::Solver& solver_;
  sat::Literal always_;
};

}  // namespace ldfi::hazard
