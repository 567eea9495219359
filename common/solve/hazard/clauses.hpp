// Adds implications as clauses, only in the direction that is needed [PG86]. One literal is always
// true: it stands for all facts that hold in every execution, so such facts need no variables or
// clauses.
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

  /// Adds the clause that `head` is true if all literals of `body` are true. Accepts duplicates and
  /// constants.
  void imply(const std::vector<sat::Literal>& body, sat::Literal head);
  /// Returns a literal that is true if any of `reasons` is true. Returns the reason itself if there
  /// is only one.
  sat::Literal forced_by_any(const std::vector<sat::Literal>& reasons);

 private:
  sat::Solver& solver_;
  sat::Literal always_;
};

}  // namespace ldfi::hazard
