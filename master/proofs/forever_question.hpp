// Grounds a program and proves claims about every EOT, with the limits that the options set. Used by
// --forever and before a sweep.
#pragma once

#include <set>
#include <string>

#include "common/prove/forever/fault_wires.hpp"
#include "common/prove/forever/prove.hpp"
#include "common/record/theorem.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// The largest number of calm ticks (last ticks without message loss) that is tried if the user
/// gives no --calm.
inline constexpr int most_calm = 8;

class ForeverQuestion {
 public:
  /// `options`, `log` and `told` must outlive the object. `told` collects the warnings that were already
  /// reported. `check` may throw.
  ForeverQuestion(const config::Options& options, const Log& log, BudgetCheck check,
                  std::set<std::string>* told = nullptr)
      : options_(options), log_(log), check_(std::move(check)), told_(told), cap_(options.cap) {}

  /// Sets the cap: the value up to which proofs follow growing numbers, like the option --cap.
  void set_cap(int cap) { cap_ = cap; }

  /// Grounds the program. `program` and `fspec` must outlive the system. Throws forever::Refusal and
  /// BudgetExceeded.
  [[nodiscard]] forever::System ground(const dedalus::Program& program, const Fspec& fspec) const;
  /// Proves or refutes the claim. Throws BudgetExceeded.
  [[nodiscard]] forever::Proof prove(const forever::System& system,
                                     const forever::Claim& claim) const;
  /// Returns a line for people with the reason why a proof is impossible. Also logs the reason once
  /// as a warning about its place in the program. The warning contains `hint`, if it is not empty.
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

/// Returns the theorem that was proved, with its inductive invariant. `from` is the least EOT that
/// has enough ticks for the calm ticks (last ticks without message loss).
[[nodiscard]] Theorem theorem_of(const forever::Proof& proof, const FspecParameters& fspec,
                                 std::optional<int> calm, int from);

/// Returns the Fspec with the values of EOT and EFF removed.
[[nodiscard]] FspecParameters at_every_eot(FspecParameters fspec);

}  // namespace ldfi::app
