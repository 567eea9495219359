// Grounds and proves claims about every EOT with the limits of the options, for --forever and before a
// sweep.
#pragma once

#include <set>
#include <string>

#include "common/prove/forever/fault_wires.hpp"
#include "common/prove/forever/prove.hpp"
#include "common/record/theorem.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Without --calm, the largest number of calm ticks that is tried.
inline constexpr int most_calm = 8;

class ForeverQuestion {
 public:
  /// `options`, `log` and `told` must outlive it; `told` collects the warnings that were already
  /// reported. `check` may throw.
  ForeverQuestion(const config::Options& options, const Log& log, BudgetCheck check,
                  std::set<std::string>* told = nullptr)
      : options_(options), log_(log), check_(std::move(check)), told_(told), cap_(options.cap) {}

  /// From now on, numbers that grow are followed up to this cap, as with --cap.
  void set_cap(int cap) { cap_ = cap; }

  /// Grounds the program. `program` and `fspec` must outlive the system. Throws forever::Refusal and
  /// BudgetExceeded.
  [[nodiscard]] forever::System ground(const dedalus::Program& program, const Fspec& fspec) const;
  /// Proves or refutes the claim. Throws BudgetExceeded.
  [[nodiscard]] forever::Proof prove(const forever::System& system,
                                     const forever::Claim& claim) const;
  /// Returns the reason why there is no proof, for people, in one line. Reports it once as a warning at
  /// its place in the program, with the hint if that is not empty.
  [[nodiscard]] std::string refused(const forever::Refusal& why, const dedalus::Program& program,
                                    const std::string& hint) const;
  [[nodiscard]] forever::MakeSolver make_solver() const;

 private:
  [[nodiscard]] forever::SystemLimits limits() const;

  const config::Options& options_;
  const Log& log_;
  const BudgetCheck check_;
  std::set<std::string>* const told_;
  std::optional<std::int64_t> cap_;
};

/// Returns the proved theorem with its invariant. `from`: the least EOT that has enough ticks for the
/// calm ones.
[[nodiscard]] Theorem theorem_of(const forever::Proof& proof, const FspecParameters& fspec,
                                 std::optional<int> calm, int from);

/// Returns the Fspec without the values of EOT and EFF.
[[nodiscard]] FspecParameters at_every_eot(FspecParameters fspec);

}  // namespace ldfi::app
