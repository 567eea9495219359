#include "master/proofs/forever_claim.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/base/work.hpp"
#include "common/config/options.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/proofs/certificate.hpp"
#include "master/proofs/claim_decision.hpp"
#include "master/proofs/forever_certificate.hpp"
#include "master/proofs/forever_question.hpp"
#include "worker/dedalus/cell_search.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/dedalus/reach_of_faults.hpp"

namespace ldfi::app {
namespace {

using forever::Proof;
using forever::Standing;

class Asked {
 public:
  Asked(const Task& task, std::optional<std::size_t> which, const ForeverRun& run)
      : task_(task),
        which_(which),
        run_(run),
        program_(which ? dedalus::judged_by(task.program, *which) : task.program),
        place_{which ? task.program.specifications[*which].says.name : ""},
        fspec_(at_every_eot(task.fspec.parameters())),
        question_(task.options, run.log, run.check, run.told),
        // If a specification is judged at every tick, later calm ticks (ticks without message loss)
        // cannot repair a violation.
        decision_(task, which, program_, fspec_, question_, run,
                  which && task.program.specifications[*which].says.after) {
    if (which) out_.of = task.program.specifications[*which].says;
  }

  ForeverAnswer run() {
    try {
      answer();
    } catch (const BudgetExceeded& e) {
      out_.verdict = "inconclusive";
      out_.reason = e.too_large() ? e.what() : fmt::format("out of {}", e.budget());
      out_.out_of_time = e.budget() == "time";
      if (decision_.chose_cap())
        out_.hint = fmt::format("a number grows with time: {}", decision_.caps().hint());
      out_.proof.reset();
      if (decision_.system() != nullptr && !out_.calm) set_calm(decision_.calm());
      report_early_searches();
    } catch (const forever::Refusal& e) {
      out_.verdict = "inconclusive";
      const bool grows = dynamic_cast<const forever::Grows*>(&e) != nullptr;
      if (grows) out_.hint = decision_.caps().hint();
      out_.reason = question_.refused(e, program_, out_.hint);
      report_early_searches();
    }
    if (run_.certificates != nullptr && out_.verdict == "counterexample") certify();
    return std::move(out_);
  }

  void refuse_certificate() {
    const auto& o = task_.options;
    try {
      const forever::System* system = decision_.ground();
      if (system == nullptr) return;  // a number grows without end, and there is no cap
      refuse_forever_certificate(task_, *system, {decision_.first_calm(), o.from}, place_,
                                 run_.check);
    } catch (const forever::Refusal&) {
    } catch (const BudgetExceeded&) {
    }
  }

 private:
  void answer() {
    using End = ClaimDecision::End;
    const bool wants_circuit = !task_.options.aiger.empty();
    if (wants_circuit && decision_.ground() != nullptr) write_circuit(decision_.first_calm());
    const End end = decision_.decide();
    const int first = decision_.first_calm();
    const int last = end == End::hopeless ? decision_.calm() - 1 : decision_.last_calm();
    if (end == End::proved) {
      const int calm = decision_.proof().claim.calm;
      set_calm(calm);
      if (wants_circuit && circuit_calm_ != calm) write_circuit(calm);
      return conclude(*decision_.system(), decision_.proof());
    }
    if (end == End::refuted && first < last)
      out_.reason = fmt::format(
          "it is also false with up to {} ticks without losses at the end (--calm)", last);
    report_counterexample(first, last);
  }

  void set_calm(int calm) {
    if (forever::has_calm(fspec_)) out_.calm = calm;
  }

  /// Reports a counterexample. Prefers the least number of calm ticks (last ticks without message
  /// loss) with which the counterexample has a fault, because a counterexample without faults shows
  /// less.
  void report_counterexample(int first, int last) {
    for (int calm = first; calm <= last; ++calm) {
      set_calm(calm);
      refute(refuted_with(calm));
      const auto& found = out_.broken->least;
      if (found && !found->faults.empty()) return;
    }
    set_calm(first);
    refute(refuted_with(first));
    try {
      add_hint_about_first_eot(first);
    } catch (const BudgetExceeded&) {  // without the hint, the answer is still complete
    }
  }

  [[nodiscard]] Refuted refuted_with(int calm) const {
    const auto i = static_cast<std::size_t>(calm - decision_.first_calm());
    if (i < decision_.refuted().size()) return decision_.refuted()[i];
    const Proof proof = decision_.prove(calm);
    LDFI_REQUIRE(proof.standing == Standing::counterexample, "the proof found a counterexample");
    return {calm, proof.eot};
  }

  /// Looks for the EOT from which the promise is kept if there are no faults, and adds a hint with this EOT.
  /// Many promises cannot be kept at the first ticks.
  void add_hint_about_first_eot(int calm) {
    const forever::System* system = decision_.ground_soon();
    if (system == nullptr) return;
    const forever::Circuit circuit =
        forever::make_circuit(*system, {calm, task_.options.from}, run_.check);
    const int from = forever::kept_from(circuit, run_.check);
    if (from == 0 || from > forever::max_first_ticks) return;
    out_.hint =
        fmt::format("without faults it holds from EOT {} on: --from {} begins there", from, from);
  }

  /// Adds the results of the early searches to an answer without a verdict.
  void report_early_searches() {
    const int eot = decision_.early().kept_up_to();
    if (eot > 0) {
      out_.searched = Searched{eot, {}};
      if (forever::has_calm(fspec_)) out_.searched->calm = decision_.calm();
    }
    if (decision_.refuted().empty()) return;
    const Refuted& most = decision_.refuted().back();
    const std::string shown = fmt::format(
        "with {} tick{} without losses at the end it is violated at EOT {}: --calm {} shows how",
        most.calm, most.calm == 1 ? "" : "s", most.eot, most.calm);
    out_.hint += out_.hint.empty() ? shown : "; " + shown;
  }

  /// Returns the columns of relations in which numbers may exceed the cap (limit for growing
  /// numbers), for people.
  [[nodiscard]] std::string columns_that_exceed_cap(const forever::System& system) const {
    constexpr std::size_t most = 4;
    std::string out;
    std::size_t told = 0;
    for (const auto& [relation, column] : system.columns_that_exceed_cap) {
      if (++told > most) break;
      out += fmt::format("{}column {} of {}", told == 1 ? "" : ", ", column + 1,
                         program_.relation(relation).name);
    }
    return system.columns_that_exceed_cap.size() > most
               ? fmt::format("{} and {} more", out, system.columns_that_exceed_cap.size() - most)
               : out;
  }

  /// Finds, with an ordinary search, a fault set and a rule with which arithmetic fails, and
  /// reports them.
  void report_arithmetic_failure(const Proof& proof) const {
    // A fault at that tick, such as an outage or a delay, needs one more tick to have an effect.
    const Cell cell = search(proof.failing + 1, proof.failing);
    if (!cell.error.empty()) run_.log.diagnostics(cell.error);
  }

  void conclude(const forever::System& system, const Proof& proof) {
    if (proof.standing == Standing::failing) {
      out_.verdict = "inconclusive";
      out_.reason =
          fmt::format("arithmetic fails under some faults at tick {}{}", proof.failing,
                      proof.open ? "; it is not known whether the invariant is violated, too" : "");
      report_arithmetic_failure(proof);
      return;
    }
    // A counterexample with one calm tick (last tick without message loss) less is reported only if
    // its EOT is at most this. At a larger EOT, the counterexample may need hundreds of lost
    // messages.
    constexpr int most_told = 500;
    const std::vector<Refuted>& before = decision_.refuted();
    if (!before.empty() && before.back().eot <= most_told) refute(before.back());
    const bool vacuous = proof.promised == 0 && proof.standing != Standing::conditional;
    out_.verdict = proof.standing == Standing::conditional ? "conditional"
                   : vacuous                               ? "vacuous"
                                                           : "certified-forever";
    if (vacuous) {
      out_.reason = fmt::format("without faults, nothing is promised at any EOT from {} on",
                                std::max(proof.claim.calm, task_.options.from));
    }
    if (proof.standing == Standing::conditional) {
      out_.reason = fmt::format(
          "proved only if no number in {} exceeds the constants that it meets by more than {}",
          columns_that_exceed_cap(system), *proof.cap);
    }
    out_.proof = proof;
    if (proof.cap && proof.standing == Standing::certified) {
      out_.cap = fmt::format(
          "{}{}: no number in {} exceeds the constants that it meets by more (proved)", *proof.cap,
          decision_.chose_cap() ? ", chosen by ldfi-farm" : "", columns_that_exceed_cap(system));
    }
    if (out_.verdict == "certified-forever") look_for_faults(proof.promised);
    if (out_.verdict != "certified-forever") return;
    if (run_.certificates == nullptr) return;
    certified([&](const CertificateFolder& to) {
      add_forever_certificate(to, place_, task_, system, proof, run_.check);
    });
  }

  /// Makes the verdict `vacuous` if faults cannot affect the promise, because a proof would then
  /// mean nothing. Examines only the first ticks. So if the failure-free run sends its first
  /// message after these ticks, the verdict is `vacuous`, too.
  void look_for_faults(int promised) {
    constexpr std::array ticks{8, 64};
    for (const int more : ticks) {
      FspecParameters longer = fspec_.parameters();
      longer.eot = promised + out_.calm.value_or(0) + more;
      longer.eff = out_.calm ? longer.eot - *out_.calm : 0;
      const Fspec fspec(longer);
      try {
        const auto limits = execute::eval_limits(task_.budget(), run_.check);
        const auto model = eval::run(program_, fspec, {}, limits);
        if (!execute::is_out_of_reach_of_faults(program_, fspec, *model, limits)) {
          out_.reason.clear();
          return;
        }
      } catch (const BudgetExceeded& e) {
        if (e.budget() == "time") throw;
        out_.reason.clear();
        return;  // the program has too many facts to find out
      }
      out_.reason = fmt::format("up to EOT {}, {}", longer.eot, no_fault_possible);
    }
    out_.verdict = "vacuous";
  }

  /// Calls `add` with the folder of certificates. If a budget runs out, notes that the certificate is
  /// missing, and the verdict stays.
  template <class Add>
  void certified(const Add& add) {
    try {
      add(run_.certificates->folder);
      run_.certificates->added.insert(place_.specification);
    } catch (const BudgetExceeded& e) {
      run_.certificates->lacking = fmt::format("the {} ran out", e.budget());
    }
  }

  /// Adds the certificate of a counterexample, which covers only the Fspec in which the
  /// counterexample was found.
  void certify() {
    if (const char* const why = not_covered(task_)) {
      run_.certificates->lacking = fmt::format("{} are not covered yet", why);
      return;
    }
    Task one = task_;
    one.fspec = Fspec(out_.broken->cell.fspec);
    certified([&](const CertificateFolder& to) {
      add_certificate(to, place_.specification, one, out_.broken->cell, run_.check);
    });
  }

  [[nodiscard]] Cell search(int eot, int eff) const {
    const auto known = run_.searched->find({eot, eff});
    if (known != run_.searched->end()) return known->second;
    return search_eot(task_, fspec_.parameters(), {eot, eff}, run_, run_.until);
  }

  /// Searches the least EOT at which the claim is false for the least fault set that violates the
  /// claim, and replays this fault set.
  void refute(const Refuted& claim) {
    Cell cell = search(claim.eot, out_.calm ? claim.eot - claim.calm : 0);
    Broken broken{out_.calm ? std::optional(claim.calm) : std::nullopt, std::move(cell)};
    Verdict verdict = broken.cell.verdict;
    // A failure-free run with an arithmetic error is not judged.
    if (which_ && !broken.cell.specifications.empty()) {
      const SpecificationResult& of = broken.cell.specifications.at(*which_);
      verdict = of.verdict;
      if (!of.falsifiers.empty())
        broken.least = falsifier_of(broken.cell, *which_, of.falsifiers.front());
    } else if (!broken.cell.falsifiers.empty()) {
      broken.least = broken.cell.falsifiers.front();
    }
    if (!broken.least && !broken.cell.error.empty())
      throw wire::RemoteFailure(ExitStatus::input, broken.cell.error);
    LDFI_ENSURE(broken.least || verdict == Verdict::inconclusive,
                fmt::format("at EOT {} the proof finds a counterexample, but the search does not",
                            claim.eot));
    out_.verdict = broken.least ? "counterexample" : "inconclusive";
    if (!broken.least) out_.reason = broken.cell.reason;
    out_.broken = std::move(broken);
  }

  /// Writes the circuit of the claim. Keeps a file that had this name before the run, under another name.
  void write_circuit(int calm) {
    const bool of_first = circuit_calm_ == 0;
    circuit_calm_ = calm;
    const forever::Circuit circuit =
        forever::make_circuit(*decision_.system(), {calm, task_.options.from}, run_.check);
    const forever::Output outputs[] = {
        {"violation", circuit.violation}, {"error", circuit.error}, {"escape", circuit.escape}};
    std::size_t count = 1;
    if (circuit.error != forever::never || circuit.escape != forever::never) count = 3;
    const std::string text = forever::to_aiger(circuit.aig, std::span(outputs, count));
    files::File file(task_.options.aiger, files::File::Mode::fresh);
    file.write(text);
    if (of_first) {
      files::replace_and_keep(file, task_.options.aiger);
    } else {
      file.replace(task_.options.aiger);
    }
  }

  const Task& task_;
  const std::optional<std::size_t> which_;
  const ForeverRun& run_;
  /// The task's program, reduced to the specification of the claim.
  const dedalus::Program program_;
  const ClaimPlace place_;
  const Fspec fspec_;
  ForeverQuestion question_;
  ClaimDecision decision_;
  /// Number of calm ticks (last ticks without message loss) of the circuit that was written, or 0
  /// if none was written.
  int circuit_calm_ = 0;
  ForeverAnswer out_;
};

}  // namespace

Cell search_eot(const Task& task, FspecParameters parameters, EotAndEff at, const ForeverRun& run,
                double until) {
  const Phase phase("searching");
  parameters.eot = at.eot;
  parameters.eff = at.eff;
  wire::Setup setup = task.setup();
  setup.fspec = parameters;
  SearchJob job{.eot = at.eot, .eff = at.eff, .crashes = parameters.crashes, .settings = {}};
  job.settings.solver = task.options.solver;
  job.settings.seed = task.options.seed;
  campaign::Host host{.clock = run.clock, .memory = [] { return resident_bytes(); }};
  // If the proof needs this search to confirm its result, the search may exceed the limit on time a little.
  if (until < run.until || WorkBound::is_active()) host.alive = run.check;
  return execute::search_cell(task.program, setup, job, host, until);
}

void refuse_certificate_forever(const Task& task, std::optional<std::size_t> specification,
                                const ForeverRun& run) {
  Asked(task, specification, run).refuse_certificate();
}

ForeverAnswer answer_forever(const Task& task, std::optional<std::size_t> specification,
                             const ForeverRun& run) {
  return Asked(task, specification, run).run();
}

}  // namespace ldfi::app
