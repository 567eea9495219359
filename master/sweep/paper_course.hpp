// The published sweep [LDFI15 §2.1.1]. EFF is 0 and EOT goes up until the failure-free run is
// nontrivially correct: it holds, and promises something. Then EFF goes up until the invariant is
// violated, upon which EOT goes up to let the protocol recover, or until EFF is the largest that
// leaves it a chance (largest_eff), upon which both go up. The end is a limit: on EOT here, on time
// outside.
//
// "The minimal parameters of a counterexample": a violation from which a larger EOT recovers says
// only that EOT was too small. What counts is a violation at an EFF for which every larger EOT that
// was tried is violated too, and more of them than any earlier recovery took (at least one, unless
// nothing was ever certified); its Fspec is the first of that streak, the one with the least EOT.
// Otherwise the last certified Fspec is the deepest, and it is what the sweep ends with.
//
// Where we differ: within one EOT the largest EFF is searched first, since its proof covers all
// smaller ones, and a counterexample says where it stops to be one (carry_over.hpp); the cells are
// the same as if EFF had gone up by ones.
#pragma once

#include "common/base/settings.hpp"
#include "master/sweep/course.hpp"

namespace ldfi::sweep {

struct PaperOptions {
  int crashes = 0;
  int max_eot = Fspec::max_eot;  ///< ≥ 1
  SweepStride stride = SweepStride::one;
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
  /// Each takes one step, and returns false when an answer is missing or the course has ended.
  bool probe();
  bool search();
  bool take_proof(const Cell& report);
  bool take_violation(const Cell& report);
  /// From the target's report: the cells of the column in [eff_, target_), which it covers.
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
  int eff_ = 0;                   ///< all smaller ones are certified in this column
  int target_ = 0;                ///< what is searched now
  std::optional<int> violated_;   ///< the least EFF known to be violated in this column
  std::optional<Point> streak_;   ///< since when no EOT has recovered
  int longest_recovery_ = 0;      ///< how much larger EOT had to become, at most
  std::optional<Point> deepest_;  ///< certified
  Point last_;                    ///< the last cell that was settled
  std::string end_;               ///< what ended the course
};

}  // namespace ldfi::sweep
