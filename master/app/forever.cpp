#include "master/app/forever.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/app/certificate.hpp"
#include "master/app/forever_answer.hpp"
#include "master/app/forever_certificate.hpp"
#include "master/app/forever_question.hpp"
#include "master/app/forever_record.hpp"
#include "master/app/record.hpp"
#include "master/app/task.hpp"
#include "master/life/limits.hpp"
#include "worker/dedalus/cell_search.hpp"

namespace ldfi::app {
namespace {

using forever::Proof;
using forever::Standing;

/// True if both names are of one file, which need not be there yet.
bool will_be_one_file(const std::string& one, const std::string& other) {
  namespace fs = std::filesystem;
  std::error_code wrong, other_wrong;  // a name that leads nowhere is told when it is opened
  const fs::path first = fs::weakly_canonical(fs::absolute(one, wrong), wrong);
  const fs::path second = fs::weakly_canonical(fs::absolute(other, other_wrong), other_wrong);
  return !wrong && !other_wrong && first == second;
}

double seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

class Forever {
 public:
  Forever(const Task& task, const Log& log, Watch& watch)
      : task_(task),
        log_(log),
        watch_(watch),
        began_(seconds()),
        budget_(budget_check(task.options, [this] { return seconds() - began_; })),
        check_([this] {
          if (const auto why = watch_.stop_requested()) {
            throw wire::StopRequested("stopped on " + *why);
          }
          if (budget_) budget_();
        }),
        fspec_(at_every_eot(task.fspec.parameters())),
        question_(task.options, log, check_) {}

  ForeverAnswer run() {
    try {
      answer();
    } catch (const BudgetExceeded& e) {
      out_.verdict = "inconclusive";
      out_.reason = e.too_large() ? e.what() : fmt::format("out of {}", e.budget());
      out_.proof.reset();
    } catch (const forever::Refusal& e) {
      out_.verdict = "inconclusive";
      out_.reason = question_.refused(e, task_.program);
    }
    if (!task_.options.certificate.empty()) certify();
    out_.wall_s = seconds() - began_;
    return std::move(out_);
  }

  /// For what is done after the answer.
  [[nodiscard]] BudgetCheck ending() const {
    return budget_check(
        task_.options, [began = began_] { return seconds() - began; }, Stage::writing);
  }

 private:
  void answer() {
    const auto& o = task_.options;
    const bool ends = forever::has_calm(fspec_);
    // Where no fault has an end, no tick has to be calm, whatever is asked for.
    const int first = ends ? o.calm.value_or(1) : 1;
    const int last = !ends ? 1 : o.calm.value_or(most_calm);
    check_circuit_place();
    const forever::System system = ground(fspec_);
    refuse_forever_certificate(task_, system, {first, o.from}, check_);
    if (!o.aiger.empty()) write_circuit(system, first);
    std::vector<Proof> refuted;
    for (int calm = first; calm <= last; ++calm) {
      if (ends) out_.calm = calm;
      const Proof proof = prove(system, {calm, o.from});
      if (proof.standing != Standing::counterexample) {
        return conclude(system, proof,
                        refuted.empty() ? std::nullopt : std::optional(refuted.back()));
      }
      refuted.push_back(proof);
      if (calm == first && first < last && broken_without_losses()) break;
    }
    if (ends) out_.calm = first;
    if (first < last) out_.reason = fmt::format("it is false with up to {} calm ticks, too", last);
    // What is broken without any fault says less than what faults break.
    for (int calm = first; calm <= last; ++calm) {
      const auto i = static_cast<std::size_t>(calm - first);
      refute(i < refuted.size() ? refuted[i] : prove(system, {calm, o.from}));
      const auto& found = out_.broken->cell.falsifiers;
      if (ends) out_.calm = calm;
      if (!found.empty() && !found.front().faults.empty()) return;
    }
    if (ends) out_.calm = first;
    refute(refuted.front());
  }

  [[nodiscard]] forever::System ground(const Fspec& fspec) const {
    return question_.ground(task_.program, fspec);
  }

  [[nodiscard]] Proof prove(const forever::System& system, const forever::Claim& claim) const {
    return question_.prove(system, claim);
  }

  void conclude(const forever::System& system, const Proof& proof,
                const std::optional<Proof>& before) {
    if (proof.standing == Standing::failing) {
      out_.verdict = "inconclusive";
      out_.reason = fmt::format("arithmetic fails under some faults at tick {}", proof.eot);
      return;
    }
    if (before) refute(*before);
    const bool vacuous = proof.promised == 0 && proof.standing != Standing::conditional;
    out_.verdict = proof.standing == Standing::conditional ? "conditional"
                   : vacuous                               ? "vacuous"
                                                           : "certified-forever";
    if (vacuous) out_.reason = "without faults, nothing is promised at any EOT";
    if (proof.standing == Standing::conditional) {
      out_.reason = fmt::format(
          "as long as no number that grows exceeds the constants it meets by more than {}",
          *proof.cap);
    }
    out_.proof = proof;
    if (out_.verdict != "certified-forever") return;
    try {
      write_forever_certificate(task_, system, *out_.proof, log_, check_);
    } catch (const BudgetExceeded& e) {  // what is proved is
      log_.error(fmt::format("no certificate: the {} ran out", e.budget()));
    }
  }

  /// What has no certificate yet. A counterexample has the one of the Fspec that it is of.
  void certify() {
    if (out_.verdict == "certified-forever") return;  // it has one, or the reason was told
    if (out_.verdict != "counterexample") {
      log_.error(fmt::format("no certificate: of `{}` there is none yet", out_.verdict));
      return;
    }
    Task one = task_;
    one.fspec = Fspec(out_.broken->cell.fspec);
    try {
      write_certificate(one, out_.broken->cell, log_, check_);
    } catch (const BudgetExceeded& e) {
      log_.error(fmt::format("no certificate: the {} ran out", e.budget()));
    }
  }

  /// True if no number of calm ticks that is tried helps: it is broken without what has to be over at them.
  [[nodiscard]] bool broken_without_losses() const {
    FspecParameters lossless = fspec_.parameters();
    set_budgets(lossless,
                {.restarts = 0, .partitions = 0, .pauses = 0, .failed_writes = 0, .omissions = 0});
    const Fspec fspec(lossless);
    const int from = std::max(most_calm, task_.options.from);
    return prove(ground(fspec), {1, from}).standing == Standing::counterexample;
  }

  /// The ordinary search of the Fspec at the least EOT finds the least fault set and replays it.
  void refute(const Proof& proof) {
    const Phase phase("searching");
    LDFI_REQUIRE(proof.standing == Standing::counterexample, "a claim that is false");
    FspecParameters parameters = fspec_.parameters();
    parameters.eot = proof.eot;
    parameters.eff = out_.calm ? proof.eot - proof.claim.calm : 0;
    wire::Setup setup = task_.setup();
    setup.fspec = parameters;
    wire::SearchJob job{.eot = parameters.eot,
                        .eff = parameters.eff,
                        .crashes = parameters.crashes,
                        .settings = {}};
    job.settings.solver = task_.options.solver;
    job.settings.seed = task_.options.seed;
    execute::Host host{.clock = seconds, .memory = [] { return resident_bytes(); }};
    double deadline = std::numeric_limits<double>::infinity();
    if (task_.options.time_limit_s) deadline = began_ + *task_.options.time_limit_s;
    Cell cell = execute::search_cell(task_.program, setup, job, host, deadline);
    if (!cell.error.empty()) throw wire::RemoteFailure(ExitStatus::input, cell.error);
    const bool same = cell.verdict == Verdict::counterexample || cell.verdict == Verdict::broken;
    LDFI_ENSURE(
        same || cell.verdict == Verdict::inconclusive,
        fmt::format("at EOT {} the search finds no counterexample, and the proof does", proof.eot));
    out_.verdict = same ? "counterexample" : "inconclusive";
    if (!same) out_.reason = cell.reason;
    out_.broken =
        Broken{out_.calm ? std::optional(proof.claim.calm) : std::nullopt, std::move(cell)};
  }

  /// Before anything takes long.
  void check_circuit_place() const {
    const std::string& path = task_.options.aiger;
    if (path.empty()) return;
    files::check_place(path);
    for (const auto& source : task_.sources.files) {
      if (!files::lead_to_one_file(path, source.name)) continue;
      throw UsageError(fmt::format("--aiger {} would replace an input", path));
    }
    const files::File probe(path, files::File::Mode::fresh);
  }

  void write_circuit(const forever::System& system, int calm) const {
    const forever::Circuit circuit =
        forever::make_circuit(system, {calm, task_.options.from}, check_);
    const forever::Output outputs[] = {
        {"violation", circuit.violation}, {"error", circuit.error}, {"escape", circuit.escape}};
    std::size_t count = 1;
    if (circuit.error != forever::never || circuit.escape != forever::never) count = 3;
    const std::string text = forever::to_aiger(circuit.aig, std::span(outputs, count));
    files::File file(task_.options.aiger, files::File::Mode::fresh);
    file.write(text);
    files::replace_and_keep(file, task_.options.aiger);
  }

  const Task& task_;
  const Log& log_;
  Watch& watch_;
  const double began_;
  const BudgetCheck budget_;
  const BudgetCheck check_;
  const Fspec fspec_;
  const ForeverQuestion question_;
  ForeverAnswer out_;
};

}  // namespace

ExitStatus run_forever(const Task& task, const Log& log, Watch& watch) {
  const std::string& output = task.options.output;
  for (const std::string& other : {task.options.aiger, task.options.certificate}) {
    if (output.empty() || other.empty() || !will_be_one_file(output, other)) continue;
    throw UsageError(
        fmt::format("{} would be written twice, and the later replace the earlier", output));
  }
  StoredAnswer stored(task);
  Forever forever(task, log, watch);
  const ForeverAnswer answer = forever.run();
  stored.store([&] { return forever_record(task, answer, forever.ending()); });
  print_result(task.options.summary == config::SummaryFormat::json
                   ? forever_json(task, answer, stored.place())
                   : forever_text(task, answer, stored.place()));
  stored.complain();
  if (answer.verdict == "certified-forever") return ExitStatus::certified;
  return answer.verdict == "counterexample" ? ExitStatus::counterexample : ExitStatus::inconclusive;
}

}  // namespace ldfi::app
