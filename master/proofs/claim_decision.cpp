#include "master/proofs/claim_decision.hpp"

#include <algorithm>
#include <array>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/work.hpp"
#include "common/config/options.hpp"
#include "common/prove/forever/refusal.hpp"

namespace ldfi::app {
namespace {

using forever::Proof;
using forever::Standing;

/// The limits on work (WorkBound) in one round of searches and proofs.
struct Round {
  std::uint64_t searches = 0;
  std::optional<std::uint64_t> proofs{};  ///< unlimited if nullopt
  /// Limit of each proof with a cap (limit for growing numbers) that the user did not request. Such
  /// a proof is given up if the largest of these limits does not suffice: many numbers grow without
  /// end, and the message names --cap.
  std::uint64_t capped = 0;
};

/// Limits with which most claims are decided in the first round. One unit of work takes about a
/// twentieth of a millisecond. Among the configs that need a cap (limit for growing numbers),
/// raft-46 needs the most work for its proof: 151,764 units.
constexpr std::array<Round, 3> rounds{
    {{1'000, 50'000, 20'000}, {6'000, 200'000, 500'000}, {6'000, std::nullopt, 500'000}}};
/// Units of work for finding a small cap (limit for growing numbers) that no short execution
/// exceeds.
constexpr std::uint64_t choice_of_cap_work = 10'000;
/// Units of work for grounding the program to give the user a hint.
constexpr std::uint64_t hint_work = 10'000;

bool is_out_of_work(const BudgetExceeded& e) {
  return e.budget() == "work";
}

int most_calm_of(const config::Options& options, bool has_calm, bool always) {
  if (!has_calm) return 1;
  if (always) return options.calm.value_or(1);
  return options.calm.value_or(most_calm);
}

}  // namespace

/// If no kind of fault must end before the calm ticks (last ticks without message loss), calm ticks
/// have no effect. Then the claim has one calm tick, whatever --calm says.
ClaimDecision::ClaimDecision(const Task& task, std::optional<std::size_t> specification,
                             const dedalus::Program& program, const Fspec& fspec,
                             ForeverQuestion& question, const ForeverRun& run, bool always)
    : program_(program),
      fspec_(fspec),
      question_(question),
      run_(run),
      options_(task.options),
      first_(forever::has_calm(fspec) ? task.options.calm.value_or(1) : 1),
      last_(most_calm_of(task.options, forever::has_calm(fspec), always)),
      early_(task, specification, fspec.parameters(), run) {}

ClaimDecision::End ClaimDecision::decide() {
  for (const Round& round : rounds)
    if (search(round.searches) || prove_within(round.proofs, round.capped)) return end_;
  LDFI_ENSURE(refusal_ != nullptr, "a proof without a limit of work ends with an answer");
  std::rethrow_exception(refusal_);
}

/// A claim that is false with some number of calm ticks (last ticks without message loss) is also
/// false with fewer calm ticks. So each search begins at the EOT at which the search with one calm
/// tick less ended.
bool ClaimDecision::search(std::uint64_t units) {
  if (early_.ended()) return false;
  try {
    const WorkBound bound(units);
    while (!all_refuted()) {
      const auto eot = early_.broken_at(calm(), refuted_.empty() ? 1 : refuted_.back().eot);
      if (!eot) return false;
      refuted_.push_back({calm(), *eot});
    }
  } catch (const BudgetExceeded& e) {
    if (!is_out_of_work(e)) throw;
    return false;
  }
  end_ = End::refuted;
  return true;
}

bool ClaimDecision::prove_within(std::optional<std::uint64_t> units, std::uint64_t capped) {
  if (refusal_ != nullptr) return false;
  if (grows_ != nullptr) units = capped;
  const auto bounded = [&units](const auto& action) {
    std::optional<WorkBound> bound;
    if (units) bound.emplace(*units);
    return action();
  };
  try {
    for (;; system_.reset()) {
      if (!system_) bounded([this] { ground_program(); });
      if (!system_) {
        choose_cap();
        units = capped;
      }
      if (bounded([this] { return prove_with_system(); })) return true;
    }
  } catch (const forever::Refusal&) {
    refusal_ = std::current_exception();
  } catch (const BudgetExceeded& e) {
    const bool of_cap = grows_ != nullptr && (e.too_large() || is_out_of_work(e));
    if (!is_out_of_work(e) && !of_cap) throw;
    if (of_cap && (e.too_large() || capped == rounds.back().capped)) {
      caps_.too_large();
      refusal_ = grows_;
    }
  }
  return false;
}

/// Grounds the program. Does nothing if a number of the program grows and the user gave no --cap.
void ClaimDecision::ground_program() {
  if (grows_ != nullptr) return;
  try {
    system_.emplace(question_.ground(program_, fspec_));
  } catch (const forever::Grows&) {
    if (options_.cap) throw;
    grows_ = std::current_exception();
  }
}

/// Grounds the program with the smallest cap (limit for growing numbers) that no short execution
/// exceeds. Throws Grows if there is no such cap.
void ClaimDecision::choose_cap() {
  if (caps_.has_been_too_large()) std::rethrow_exception(grows_);
  try {
    const WorkBound bound(choice_of_cap_work);
    for (; caps_.any_left(); caps_.exceeded()) {
      question_.set_cap(caps_.current());
      forever::System system = question_.ground(program_, fspec_);
      const forever::Circuit circuit = forever::make_circuit(system, {first_, 1}, run_.check);
      if (soon_exceeds_cap(circuit, question_.make_solver(), run_.check)) continue;
      system_.emplace(std::move(system));
      return;
    }
  } catch (const BudgetExceeded& e) {
    if (!is_out_of_work(e) && !e.too_large()) throw;
    caps_.too_large();
  }
  std::rethrow_exception(grows_);
}

/// Tries to prove the claim on the grounded program. Returns false if the claim needs a larger cap
/// (limit for growing numbers).
bool ClaimDecision::prove_with_system() {
  while (!all_refuted()) {
    if (!refuted_.empty() && is_broken_without_losses()) break;
    Proof proof = prove(calm());
    if (proof.standing == Standing::counterexample) {
      refuted_.push_back({calm(), proof.eot});
      continue;
    }
    // If arithmetic fails, then it also fails with more calm ticks, so no claim of the program can
    // be proved.
    const bool hopeless = proof.standing == Standing::failing && !refuted_.empty();
    if (proof.standing == Standing::conditional && grows_ != nullptr) {
      caps_.exceeded();
      return false;
    }
    end_ = hopeless ? End::hopeless : End::proved;
    proof_ = std::move(proof);
    return true;
  }
  end_ = End::refuted;
  return true;
}

/// Returns true if the claim is false even without the faults that are excluded at calm ticks (last
/// ticks without message loss). Then no number of calm ticks helps.
bool ClaimDecision::is_broken_without_losses() {
  if (broken_without_losses_) return *broken_without_losses_;
  Budgets calm;
  each_kind([&calm]<class Kind>(Kind*) {
    if constexpr (Kind::span == Span::point || Kind::span == Span::interval) calm.of<Kind>() = 0;
  });
  FspecParameters lossless = fspec_.parameters();
  set_budgets(lossless, calm);
  const Fspec fspec(lossless);
  const int from = std::max(most_calm, options_.from);
  // The circuit of a proof has a memory bit for each tick before `from`, so a large `from` would
  // take too long.
  if (first_ == last_ || from > 8 * most_calm) {
    broken_without_losses_ = false;
  } else {
    const forever::System system = question_.ground(program_, fspec);
    broken_without_losses_ =
        question_.prove(system, {1, from}).standing == Standing::counterexample;
  }
  return *broken_without_losses_;
}

Proof ClaimDecision::prove(int calm) const {
  LDFI_REQUIRE(system_.has_value(), "the claim has a transition system");
  return question_.prove(*system_, {calm, options_.from});
}

const forever::System* ClaimDecision::ground() {
  try {
    if (!system_) ground_program();
    if (!system_) choose_cap();
  } catch (const forever::Refusal&) {  // not handled here, because decide() throws it again
  }
  return system();
}

const forever::System* ClaimDecision::ground_soon() {
  try {
    {
      const WorkBound bound(hint_work);
      if (!system_) ground_program();
    }
    return ground();
  } catch (const forever::Refusal&) {
    return nullptr;
  } catch (const BudgetExceeded& e) {
    if (!is_out_of_work(e)) throw;
    return nullptr;
  }
}

}  // namespace ldfi::app
