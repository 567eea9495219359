// Decides one claim about every EOT (last tick of an execution). Finds the least number of calm
// ticks with which the claim can be proved. Calm ticks are the last ticks, at which no message is
// lost. For each smaller number, finds the least EOT at which the claim is false. Searches of small
// EOTs and proofs take turns, in rounds with more and more work. In each round, the searches come
// first (docs/explanation/forever-searches.md).
//
//   ClaimDecision decision(task, specification, program, fspec, question, run);
//   if (decision.decide() == ClaimDecision::End::proved) … decision.proof() …
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "master/proofs/early_searches.hpp"
#include "master/proofs/forever_question.hpp"
#include "master/proofs/small_caps.hpp"

namespace ldfi::app {

/// A number of calm ticks (last ticks without message loss) with which the claim is false, and the
/// least EOT at which it is false.
struct Refuted {
  int calm = 1;
  int eot = 1;
};

class ClaimDecision {
 public:
  enum class End : std::uint8_t {
    proved,    ///< proved with proof().claim.calm ticks without message loss, or arithmetic fails
    refuted,   ///< the claim is false, however many last ticks without message loss were tried
    hopeless,  ///< false with fewer ticks without message loss; with more, arithmetic fails
  };

  /// All references must outlive the decision. `always` is true if later ticks cannot repair a
  /// violation. Then calm ticks (last ticks without message loss) do not help.
  ClaimDecision(const Task& task, std::optional<std::size_t> specification,
                const dedalus::Program& program, const Fspec& fspec, ForeverQuestion& question,
                const ForeverRun& run, bool always);

  /// Decides the claim. Throws BudgetExceeded. Throws forever::Refusal if the searches find no counterexample
  /// and a proof is impossible.
  End decide();

  [[nodiscard]] int first_calm() const { return first_; }
  [[nodiscard]] int last_calm() const { return last_; }
  /// Returns the number of calm ticks (last ticks without message loss) with which the claim is
  /// being examined.
  [[nodiscard]] int calm() const { return first_ + static_cast<int>(refuted_.size()); }
  /// Returns the numbers of calm ticks (last ticks without message loss) with which the claim is
  /// false, from first_calm() on.
  [[nodiscard]] const std::vector<Refuted>& refuted() const { return refuted_; }
  /// Returns the proof. Requires that decide() returned `proved`.
  [[nodiscard]] const forever::Proof& proof() const { return *proof_; }
  /// Grounds the program, unless that was done before. Returns nullptr if proofs do not cover the program.
  const forever::System* ground();
  /// Grounds the program, but only with a limited amount of work. Returns nullptr if that is not
  /// enough, or if proofs do not cover the program.
  const forever::System* ground_soon();
  /// Returns the grounded program, or nullptr if the program was not grounded.
  [[nodiscard]] const forever::System* system() const { return system_ ? &*system_ : nullptr; }
  [[nodiscard]] const EarlySearches& early() const { return early_; }
  [[nodiscard]] const SmallCaps& caps() const { return caps_; }
  /// Returns true if the proof has a cap (limit up to which growing numbers are followed) that the
  /// user did not request with --cap.
  [[nodiscard]] bool chose_cap() const { return grows_ != nullptr; }
  /// Proves or refutes the claim with this number of calm ticks (last ticks without message loss).
  /// Requires that the program was grounded.
  [[nodiscard]] forever::Proof prove(int calm) const;

 private:
  [[nodiscard]] bool all_refuted() const { return calm() > last_; }
  bool search(std::uint64_t units);
  bool prove_within(std::optional<std::uint64_t> units, std::uint64_t capped);
  void ground_program();
  void choose_cap();
  bool prove_with_system();
  bool is_broken_without_losses();

  const dedalus::Program& program_;
  const Fspec& fspec_;
  ForeverQuestion& question_;
  const ForeverRun& run_;
  const config::Options& options_;
  const int first_;
  const int last_;
  EarlySearches early_;
  SmallCaps caps_;
  std::optional<forever::System> system_;
  std::vector<Refuted> refuted_;
  std::optional<forever::Proof> proof_;
  End end_ = End::refuted;
  std::optional<bool> broken_without_losses_;
  /// Error that a number of the program grows and the user gave no --cap (limit for growing
  /// numbers). Null if there is no such error.
  std::exception_ptr grows_;
  std::exception_ptr refusal_;  ///< reason why a proof is impossible, or null
};

}  // namespace ldfi::app
