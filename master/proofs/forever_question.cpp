#include "master/proofs/forever_question.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/phase.hpp"
#include "common/solve/sat/make_solver.hpp"

namespace ldfi::app {

FspecParameters at_every_eot(FspecParameters fspec) {
  fspec.eot = 1;
  fspec.eff = 0;
  fspec.eff_mode = EffMode::inclusive;
  return fspec;
}

Theorem theorem_of(const forever::Proof& proof, const FspecParameters& fspec,
                   std::optional<int> calm, int from) {
  return {.claim = every_eot_in_words(fspec, calm, from),
          .calm = calm,
          .from = from,
          .crashes = fspec.crashes,
          .invariant = proof.invariant,
          .facts = proof.facts,
          .latches = proof.latches,
          .gates = proof.gates};
}

forever::SystemLimits ForeverQuestion::limits() const {
  forever::SystemLimits out{.check = check_};
  out.max_facts = std::min<std::uint64_t>(out.max_facts, options_.max_facts);
  if (cap_) out.cap = static_cast<dedalus::Value>(*cap_);
  return out;
}

forever::System ForeverQuestion::ground(const dedalus::Program& program, const Fspec& fspec) const {
  const Phase phase("grounding");
  return forever::ground_system(program, fspec, limits());
}

forever::Proof ForeverQuestion::prove(const forever::System& system,
                                      const forever::Claim& claim) const {
  const Phase phase("solving");
  forever::Proof proof = forever::prove(system, {claim, limits(), make_solver()});
  log_.detail(fmt::format("calm {}, from {}: {} latches, {} gates, {} frames, {} questions",
                          claim.calm, claim.from, proof.latches, proof.gates, proof.frames,
                          proof.questions));
  return proof;
}

forever::MakeSolver ForeverQuestion::make_solver() const {
  return [this] { return sat::make_solver(options_.solver, options_.seed); };
}

std::string ForeverQuestion::refused(const forever::Refusal& why, const dedalus::Program& program,
                                     const std::string& hint) const {
  std::string reason = fmt::format("no proof for every EOT: {}", why.what());
  std::vector<std::string> hints;
  if (!hint.empty()) hints.push_back(hint);
  const bool grows = dynamic_cast<const forever::Grows*>(&why) != nullptr;
  if (grows) reason = fmt::format("the states are not finite, because {}", why.what());
  const std::string told = render(
      {{Severity::warning, grows ? "not-finite" : "not-covered", why.where(), reason, hints}},
      program.sources);
  if (told_ == nullptr || told_->insert(told).second) log_.diagnostics(told);
  return reason;
}

}  // namespace ldfi::app
