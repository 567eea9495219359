// Claims about every EOT, asked as the options say: by --forever, and before a sweep.
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
  /// The options, the log and `told`, the warnings so far, must outlive it. `check` may throw.
  ForeverQuestion(const config::Options& options, const Log& log, BudgetCheck check,
                  std::set<std::string>* told = nullptr)
      : options_(options), log_(log), check_(std::move(check)), told_(told), cap_(options.cap) {}

  /// From now on, numbers that grow are followed this far, as with --cap.
  void set_cap(int cap) { cap_ = cap; }

  /// `program` and `fspec` must outlive the system. Throws forever::Refusal, BudgetExceeded.
  [[nodiscard]] forever::System ground(const dedalus::Program& program, const Fspec& fspec) const;
  /// Throws BudgetExceeded.
  [[nodiscard]] forever::Proof prove(const forever::System& system,
                                     const forever::Claim& claim) const;
  /// Returns the reason why there is no proof, for people, in one line. Reports it as a warning at its place in the
  /// program, once, with the hint if that is not empty.
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

/// What is proved, with its invariant. `from`: the least EOT at which there is room for the calm ticks, too.
[[nodiscard]] Theorem theorem_of(const forever::Proof& proof, const FspecParameters& fspec,
                                 std::optional<int> calm, int from);

/// Of EOT and EFF nothing is said.
[[nodiscard]] FspecParameters at_every_eot(FspecParameters fspec);

}  // namespace ldfi::app
