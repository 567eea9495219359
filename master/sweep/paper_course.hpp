// The published sweep [LDFI15 §2.1.1]. EFF is 0, and EOT goes up until the failure-free run is
// nontrivially correct: it holds, and promises something. Then EFF goes up until the invariant is
// violated, or EFF is the largest that leaves the protocol a chance (largest_eff). After a
// violation EOT goes up to let the protocol recover; at the largest EFF both go up. The sweep ends
// at a limit: that on EOT here, that on time outside.
//
// "The minimal parameters of a counterexample": a violation from which a larger EOT recovers says
// only that EOT was too small. A violation counts if every larger EOT that was tried at its EFF is
// violated, too, and if these are more than any earlier recovery took (at least one, unless nothing
// was ever certified). Its Fspec is the first of that streak, the one with the least EOT. Otherwise
// the sweep ends with the last certified Fspec, the deepest.
//
// Where we differ: within one EOT the largest EFF is searched first, since its proof covers all
// smaller ones, and since its falsifiers show from which EFF on the invariant is violated
// (carry_over.hpp). The cells are the same as if EFF had gone up by ones.
#pragma once

#include <functional>

#include "common/base/settings.hpp"
#include "master/sweep/course.hpp"

namespace ldfi::sweep {

struct PaperOptions {
  int crashes = 0;
  int max_eot = Fspec::max_eot;  ///< ≥ 1
  SweepStride stride = SweepStride::one;
  /// True if the point is known to hold with all that follow at its distance from EOT: the sweep need not go there.
  std::function<bool(const Point&)> proved{};
};

class PaperCourse final : public Course {
 public:
  PaperCourse(Rules rules, PaperOptions options);
  [[nodiscard]] std::vector<Query> wanted(std::size_t most) const override;
  [[nodiscard]] std::optional<Point> decisive() const override;
  [[nodiscard]] std::string conclusion() const override;

 private:
  void advance() override;
  void abandon(const std::string& reason) override;
  /// Each of these takes one step. False if an answer is missing or the course has ended.
  bool probe();
  bool search();
  bool take_proof(const Cell& report);
  bool take_violation(const Cell& report);
  /// Settles the cells of the column in [eff_, target_), which the target's report covers.
  void settle_below(const Cell& report);
  bool enter_column(int eot, int eff);
  bool leave_violated(int eff);
  bool leave_certified();
  void choose_target();
  [[nodiscard]] bool streak_counts() const;
  [[nodiscard]] int next_eot(int eot) const;
  [[nodiscard]] int top() const { return largest_eff(eot_, rules().mode); }
  [[nodiscard]] Point at(int eff) const { return {eot_, eff, options_.crashes}; }
  bool end(const std::string& why);

  PaperOptions options_;
  bool probing_ = true;
  int eot_ = 1;
  int eff_ = 0;                   ///< all smaller EFFs are certified in this column
  int target_ = 0;                ///< the EFF that is searched now
  std::optional<int> violated_;   ///< the least EFF known to be violated in this column
  std::optional<Point> streak_;   ///< the first violation since the last recovery
  int longest_recovery_ = 0;      ///< the most that EOT had to grow for a recovery
  std::optional<Point> deepest_;  ///< the last certified cell
  Point last_;                    ///< the last cell that was settled
  std::string end_;               ///< why the course ended
};

}  // namespace ldfi::sweep
