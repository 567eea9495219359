#include "master/app/forever_claim.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/app/certificate.hpp"
#include "master/app/forever_certificate.hpp"
#include "master/app/forever_question.hpp"
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
        question_(task.options, run.log, run.check, run.told) {
    if (which) out_.of = task.program.specifications[*which].says;
  }

  ForeverAnswer run() {
    try {
      answer();
    } catch (const BudgetExceeded& e) {
      out_.verdict = "inconclusive";
      out_.reason = e.too_large() ? e.what() : fmt::format("out of {}", e.budget());
      out_.out_of_time = e.budget() == "time";
      out_.proof.reset();
    } catch (const forever::Refusal& e) {
      out_.verdict = "inconclusive";
      out_.reason = question_.refused(e, program_);
    }
    if (run_.certificates != nullptr && out_.verdict == "counterexample") certify();
    return std::move(out_);
  }

  void refuse_certificate() const {
    const auto& o = task_.options;
    const int calm = forever::has_calm(fspec_) ? o.calm.value_or(1) : 1;
    try {
      refuse_forever_certificate(task_, ground(fspec_), {calm, o.from}, place_, run_.check);
    } catch (const forever::Refusal&) {  // then there is no proof
    } catch (const BudgetExceeded&) {
    }
  }

 private:
  void answer() {
    const auto& o = task_.options;
    const bool ends = forever::has_calm(fspec_);
    // Where no fault has an end, no tick has to be calm, whatever is asked for.
    const int first = ends ? o.calm.value_or(1) : 1;
    // What is violated at an earlier tick stays so, however calm it is later.
    const bool helps = ends && !(out_.of && out_.of->after);
    const int last = helps ? o.calm.value_or(most_calm) : first;
    const forever::System system = ground(fspec_);
    if (!o.aiger.empty()) write_circuit(system, first, true);
    std::vector<Proof> refuted;
    for (int calm = first; calm <= last; ++calm) {
      if (ends) out_.calm = calm;
      const Proof proof = prove(system, {calm, o.from});
      // Where arithmetic fails, it does so however calm it is: no claim can be proved.
      const bool hopeless = proof.standing == Standing::failing && !refuted.empty();
      if (hopeless)
        return tell_broken(system, refuted, first, first + static_cast<int>(refuted.size()) - 1);
      if (proof.standing != Standing::counterexample) {
        if (!o.aiger.empty() && calm > first) write_circuit(system, calm, false);
        return conclude(system, proof,
                        refuted.empty() ? std::nullopt : std::optional(refuted.back()));
      }
      refuted.push_back(proof);
      if (calm == first && first < last && broken_without_losses()) break;
    }
    if (first < last) out_.reason = fmt::format("it is false with up to {} calm ticks, too", last);
    tell_broken(system, refuted, first, last);
  }

  /// With the least number of calm ticks with which a fault is needed: what is broken without any says less.
  void tell_broken(const forever::System& system, const std::vector<Proof>& refuted, int first,
                   int last) {
    const bool ends = forever::has_calm(fspec_);
    if (ends) out_.calm = first;
    for (int calm = first; calm <= last; ++calm) {
      const auto i = static_cast<std::size_t>(calm - first);
      refute(i < refuted.size() ? refuted[i] : prove(system, {calm, task_.options.from}));
      const auto& found = out_.broken->least;
      if (ends) out_.calm = calm;
      if (found && !found->faults.empty()) return;
    }
    if (ends) out_.calm = first;
    refute(refuted.front());
    try {
      hint_from(system, first);
    } catch (const BudgetExceeded&) {  // the answer stands without it
    }
  }

  /// Many promises cannot be kept at the first ticks.
  void hint_from(const forever::System& system, int calm) {
    const forever::Circuit circuit =
        forever::make_circuit(system, {calm, task_.options.from}, run_.check);
    const int from = forever::kept_from(circuit, run_.check);
    if (from == 0 || from > forever::max_first_ticks) return;
    out_.hint = fmt::format(
        "without faults it is not broken from EOT {} on: --from {} asks from there", from, from);
  }

  [[nodiscard]] forever::System ground(const Fspec& fspec) const {
    return question_.ground(program_, fspec);
  }

  [[nodiscard]] Proof prove(const forever::System& system, const forever::Claim& claim) const {
    return question_.prove(system, claim);
  }

  /// The columns with numbers beyond the cap, for people.
  [[nodiscard]] std::string escaping(const forever::System& system) const {
    constexpr std::size_t most = 4;
    std::string out;
    std::size_t told = 0;
    for (const auto& [relation, column] : system.escaping) {
      if (++told > most) break;
      out += fmt::format("{}column {} of {}", told == 1 ? "" : ", ", column + 1,
                         program_.relation(relation).name);
    }
    return system.escaping.size() > most
               ? fmt::format("{} and {} more", out, system.escaping.size() - most)
               : out;
  }

  /// The ordinary search of the EOT at which arithmetic fails knows the fault set, and the rule.
  void tell_failure(const Proof& proof) const {
    // What is down or late at that tick needs one more.
    const Cell cell = search(proof.failing + 1, proof.failing);
    if (!cell.error.empty()) run_.log.diagnostics(cell.error);
  }

  void conclude(const forever::System& system, const Proof& proof,
                const std::optional<Proof>& before) {
    if (proof.standing == Standing::failing) {
      out_.verdict = "inconclusive";
      out_.reason = fmt::format("arithmetic fails under some faults at tick {}{}", proof.failing,
                                proof.open ? ", and whether it is violated, too, is open" : "");
      tell_failure(proof);
      return;
    }
    // That less calm is not enough is told where it is found soon: it may take hundreds of losses.
    constexpr int most_told = 500;
    if (before && before->eot <= most_told) refute(*before);
    const bool vacuous = proof.promised == 0 && proof.standing != Standing::conditional;
    out_.verdict = proof.standing == Standing::conditional ? "conditional"
                   : vacuous                               ? "vacuous"
                                                           : "certified-forever";
    if (vacuous) {
      out_.reason = fmt::format("without faults, nothing is promised at any EOT from {} on",
                                std::max(proof.claim.calm, task_.options.from));
    }
    if (proof.standing == Standing::conditional) {
      out_.reason =
          fmt::format("as long as no number in {} exceeds the constants it meets by more than {}",
                      escaping(system), *proof.cap);
    }
    out_.proof = proof;
    if (out_.verdict == "certified-forever") look_for_faults(proof.promised);
    if (out_.verdict != "certified-forever") return;
    if (run_.certificates == nullptr) return;
    certified([&](const CertificateFolder& to) {
      add_forever_certificate(to, place_, task_, system, proof, run_.check);
    });
  }

  /// A proof about faults that hit nothing would be a certificate of nothing. The first ticks tell: a program
  /// whose failure-free run sends its first message later is called vacuous, too.
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
        return;  // too many facts to see that
      }
      out_.reason = fmt::format("up to EOT {}, {}", longer.eot, no_fault_possible);
    }
    out_.verdict = "vacuous";
  }

  /// What is proved is, whether there is time to write it down or not.
  template <class Add>
  void certified(const Add& add) {
    try {
      add(run_.certificates->folder);
      run_.certificates->added.insert(place_.specification);
    } catch (const BudgetExceeded& e) {
      run_.certificates->lacking = fmt::format("the {} ran out", e.budget());
    }
  }

  /// A counterexample has the certificate of the Fspec that it is of.
  void certify() {
    Task one = task_;
    one.fspec = Fspec(out_.broken->cell.fspec);
    certified([&](const CertificateFolder& to) {
      add_certificate(to, place_.specification, one, out_.broken->cell, run_.check);
    });
  }

  /// True if no number of calm ticks that is tried helps: it is broken without what has to be over at them.
  [[nodiscard]] bool broken_without_losses() const {
    FspecParameters lossless = fspec_.parameters();
    set_budgets(lossless,
                {.restarts = 0, .partitions = 0, .pauses = 0, .failed_writes = 0, .omissions = 0});
    const Fspec fspec(lossless);
    const int from = std::max(most_calm, task_.options.from);
    if (from > 8 * most_calm) return false;  // asked for a short way: each tick before is a latch
    return prove(ground(fspec), {1, from}).standing == Standing::counterexample;
  }

  [[nodiscard]] Cell search(int eot, int eff) const {
    return search_eot(task_, fspec_.parameters(), {eot, eff}, run_);
  }

  /// The ordinary search of the Fspec at the least EOT finds the least fault set and replays it.
  void refute(const Proof& proof) {
    LDFI_REQUIRE(proof.standing == Standing::counterexample, "a claim that is false");
    Cell cell = search(proof.eot, out_.calm ? proof.eot - proof.claim.calm : 0);
    Broken broken{out_.calm ? std::optional(proof.claim.calm) : std::nullopt, std::move(cell)};
    Verdict verdict = broken.cell.verdict;
    if (which_ &&
        !broken.cell.specifications.empty()) {  // none are judged where the failure-free run fails
      const SpecificationResult& of = broken.cell.specifications.at(*which_);
      verdict = of.verdict;
      if (!of.falsifiers.empty())
        broken.least = falsifier_of(broken.cell, *which_, of.falsifiers.front());
    } else if (!broken.cell.falsifiers.empty()) {
      broken.least = broken.cell.falsifiers.front();
    }
    if (!broken.least && !broken.cell.error.empty())
      throw wire::RemoteFailure(ExitStatus::input, broken.cell.error);
    LDFI_ENSURE(
        broken.least || verdict == Verdict::inconclusive,
        fmt::format("at EOT {} the search finds no counterexample, and the proof does", proof.eot));
    out_.verdict = broken.least ? "counterexample" : "inconclusive";
    if (!broken.least) out_.reason = broken.cell.reason;
    out_.broken = std::move(broken);
  }

  /// `of_first`: what is there by this name is not ours.
  void write_circuit(const forever::System& system, int calm, bool of_first) const {
    const forever::Circuit circuit =
        forever::make_circuit(system, {calm, task_.options.from}, run_.check);
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
  const dedalus::Program program_;  ///< judged by what is asked for
  const ClaimPlace place_;
  const Fspec fspec_;
  const ForeverQuestion question_;
  ForeverAnswer out_;
};

}  // namespace

Cell search_eot(const Task& task, FspecParameters parameters, EotAndEff at, const ForeverRun& run) {
  const Phase phase("searching");
  parameters.eot = at.eot;
  parameters.eff = at.eff;
  wire::Setup setup = task.setup();
  setup.fspec = parameters;
  wire::SearchJob job{.eot = at.eot, .eff = at.eff, .crashes = parameters.crashes, .settings = {}};
  job.settings.solver = task.options.solver;
  job.settings.seed = task.options.seed;
  execute::Host host{.clock = run.clock, .memory = [] { return resident_bytes(); }};
  return execute::search_cell(task.program, setup, job, host, run.until);
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
