// Decides one claim about every EOT. It finds the least number of calm ticks with which the claim is
// proved, and the least EOTs at which it is false with fewer. Early searches and proofs take turns, in
// rounds with more and more counted work; the searches come first (docs/explanation/forever.md).
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

/// A number of calm ticks with which the claim is false, and the least EOT at which it is.
struct Refuted {
  int calm = 1;
  int eot = 1;
};

class ClaimDecision {
 public:
  enum class End : std::uint8_t {
    proved,    ///< with proof().claim.calm calm ticks, or only an arithmetic error was found
    refuted,   ///< with every number of calm ticks that is tried
    hopeless,  ///< refuted with some numbers of calm ticks; with more, arithmetic fails
  };

  /// Everything that is passed by reference must outlive the decision. `always`: calm ticks at the end do
  /// not help.
  ClaimDecision(const Task& task, std::optional<std::size_t> specification,
                const dedalus::Program& program, const Fspec& fspec, ForeverQuestion& question,
                const ForeverRun& run, bool always);

  /// Decides the claim. Throws BudgetExceeded, and forever::Refusal if the searches find nothing and no
  /// proof is possible.
  End decide();

  [[nodiscard]] int first_calm() const { return first_; }
  [[nodiscard]] int last_calm() const { return last_; }
  /// Returns the number of calm ticks that is examined now.
  [[nodiscard]] int calm() const { return first_ + static_cast<int>(refuted_.size()); }
  /// Returns the refuted claims by number of calm ticks, from first_calm() on.
  [[nodiscard]] const std::vector<Refuted>& refuted() const { return refuted_; }
  /// Requires that decide() returned `proved`.
  [[nodiscard]] const forever::Proof& proof() const { return *proof_; }
  /// Grounds the program if that is not done yet. Returns nullptr if it is not covered.
  const forever::System* ground();
  /// The same with little work. Also returns nullptr if that is not enough.
  const forever::System* ground_soon();
  /// Returns nullptr if the program is not grounded.
  [[nodiscard]] const forever::System* system() const { return system_ ? &*system_ : nullptr; }
  [[nodiscard]] const EarlySearches& early() const { return early_; }
  [[nodiscard]] const SmallCaps& caps() const { return caps_; }
  /// True if the cap of the proof was chosen without --cap.
  [[nodiscard]] bool chose_cap() const { return grows_ != nullptr; }
  /// Proves or refutes the claim with so many calm ticks. Requires a system.
  [[nodiscard]] forever::Proof prove(int calm) const;

 private:
  [[nodiscard]] bool all_refuted() const { return calm() > last_; }
  bool search(std::uint64_t units);
  bool prove_within(std::optional<std::uint64_t> units);
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
  std::exception_ptr grows_;    ///< a number grows, and --cap is not given; or null
  std::exception_ptr refusal_;  ///< no proof is possible; or null
};

}  // namespace ldfi::app
