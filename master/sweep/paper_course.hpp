// The published sweep [LDFI15 §2.1.1]. EFF is 0, and EOT grows until the failure-free run is nontrivially
// correct: it keeps its promises, and promises something. Then EFF grows until the invariant is violated,
// or EFF is the largest that leaves the protocol a chance (largest_eff). After a violation, EOT grows to
// let the protocol recover; at the largest EFF, both grow. The sweep ends at a limit: the limit on EOT is
// checked here, the limit on time elsewhere.
//
// The result should be the minimal parameters of a counterexample. A violation from which a larger
// EOT recovers shows only that EOT was too small. So a violation counts only if every larger EOT
// that was tried at its EFF is violated, too. The number of these EOTs must exceed the number of
// ticks of any earlier recovery (at least one, unless nothing was ever certified). The result is
// the first Fspec of this streak of violations, which has the least EOT. If no violation counts,
// the sweep ends with the last certified Fspec, the deepest.
//
// A difference from the paper: within one EOT, the largest EFF is searched first. If it is
// certified, all smaller EFFs are certified. If it has counterexamples, they show from which EFF on
// the invariant is violated (carry_over.hpp). The cells are the same as if EFF had grown by one
// each time.
#pragma once

#include <functional>

#include "common/base/settings.hpp"
#include "master/sweep/course.hpp"

namespace ldfi::sweep {

struct PaperOptions {
  int crashes = 0;
  int max_eot = Fspec::max_eot;  ///< at least 1
  SweepStride stride = SweepStride::one;
  /// Returns true if a theorem certifies the point, and all later points with the same difference of EOT and
  /// EFF. Then the sweep need not search them. May be empty.
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
  /// The next four functions each take one step of the sweep. They return false if an answer is
  /// missing or the sweep has ended.
  bool probe();
  bool search();
  bool take_proof(const Cell& report);
  bool take_violation(const Cell& report);
  /// Sets the results of the cells with the current EOT and an EFF in [eff_, target_). The results
  /// follow from `report`, the result for target_.
  void settle_below(const Cell& report);
  bool enter_column(int eot, int eff);
  bool leave_violated(int eff);
  bool leave_certified();
  void choose_target();
  [[nodiscard]] bool is_streak_long_enough() const;
  [[nodiscard]] int next_eot(int eot) const;
  [[nodiscard]] int top() const { return largest_eff(eot_, rules().mode); }
  [[nodiscard]] Point at(int eff) const { return {eot_, eff, options_.crashes}; }
  bool end(const std::string& why);

  PaperOptions options_;
  bool probing_ = true;
  int eot_ = 1;
  int eff_ = 0;                  ///< all EFFs below this one are certified at the current EOT
  int target_ = 0;               ///< the EFF that is searched now
  std::optional<int> violated_;  ///< least EFF that is known to be violated at the current EOT
  std::optional<Point> streak_;  ///< first point (Fspec) with a violation since the last recovery
  int longest_recovery_ = 0;  ///< largest number of ticks by which EOT had to grow for a recovery
  std::optional<Point> deepest_;  ///< last point (Fspec) that was certified
  Point last_;                    ///< last point (Fspec) that got a result
  std::string end_;               ///< reason why the sweep ended
};

}  // namespace ldfi::sweep
