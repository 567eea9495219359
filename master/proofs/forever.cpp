#include "master/proofs/forever.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/config/options.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/prove/certificate/cells.hpp"
#include "master/life/limits.hpp"
#include "master/proofs/forever_claim.hpp"
#include "master/proofs/forever_question.hpp"
#include "master/proofs/forever_record.hpp"
#include "master/task/record.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {
namespace {

/// Returns true if both paths name the same file. The file may not exist yet.
bool will_be_one_file(const std::string& one, const std::string& other) {
  namespace fs = std::filesystem;
  // A path to a missing folder is reported when the file is opened.
  std::error_code wrong, other_wrong;
  const fs::path first = fs::weakly_canonical(fs::absolute(one, wrong), wrong);
  const fs::path second = fs::weakly_canonical(fs::absolute(other, other_wrong), other_wrong);
  return !wrong && !other_wrong && first == second;
}

double seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// Checks, before the proofs, that the circuit of --aiger can be written and replaces no input.
void check_circuit_place(const Task& task) {
  const std::string& path = task.options.aiger;
  if (path.empty()) return;
  if (task.program.specifications.size() > 1) {
    throw UsageError(fmt::format("--aiger writes one circuit, but there are {} specifications",
                                 task.program.specifications.size()));
  }
  files::check_place(path);
  for (const auto& source : task.sources.files) {
    if (!files::is_same_file(path, source.name)) continue;
    throw UsageError(fmt::format("--aiger {} would replace an input", path));
  }
  const files::File probe(path, files::File::Mode::fresh);
}

/// Completes the folder of certificates, with the list of claims. If no certificate was made,
/// reports the reason instead.
void finish(const ForeverCertificates& made, const std::vector<ForeverAnswer>& answers,
            const std::string& folder, const Log& log) {
  if (!made.lacking.empty()) return log.error("no certificate: " + made.lacking);
  if (made.added.empty()) {
    return log.error(answers.size() == 1
                         ? fmt::format("no certificate: the answer about `{}` has none yet",
                                       answers.front().verdict)
                         : "no certificate: nothing is proved or refuted");
  }
  if (answers.front().of) {
    std::vector<certificate::ListedCell> list;
    for (const ForeverAnswer& one : answers)
      list.push_back({one.of->name, made.added.contains(one.of->name), true});
    made.folder.add(std::string(certificate::cells_file), certificate::to_text(list));
  }
  made.folder.finish();
  log.note(fmt::format("the certificate is in {}; to check it: ldfi-check {}", folder, folder));
}

/// Returns the time at which the next claim must end. The `left` claims share the remaining time equally, so
/// that a claim that takes long leaves time to the others.
double share(const config::Options& o, double began, std::size_t left) {
  if (!o.time_limit_s) return std::numeric_limits<double>::infinity();
  const double now = seconds();
  return now + (began + *o.time_limit_s - now) / static_cast<double>(left);
}

/// Makes specifications of the cell `certified` if they were proved for every EOT. The search of this one EOT
/// may call them `vacuous`, because the first fault may come too late to affect anything before this EOT.
void certify_proved_specifications(const ForeverAnswers& answers, Cell& cell) {
  for (std::size_t i = 0; i < cell.specifications.size(); ++i) {
    if (answers.each[i].verdict != "certified-forever") continue;
    if (cell.specifications[i].verdict == Verdict::vacuous)
      cell.specifications[i].verdict = Verdict::certified;
  }
  if (!is_out_of_reach(cell) || cell.specifications.empty()) return;
  cell.verdict = worst(cell.specifications);
  if (cell.verdict == Verdict::certified) cell.reason.clear();
}

/// Searches the Fspec with the least EOT at which every certified claim has its number of calm
/// ticks (last ticks without message loss). Returns nullopt if a claim is false, or if no claim is
/// certified.
std::optional<Cell> kept(const Task& task, const ForeverAnswers& answers, const ForeverRun& run) {
  EotAndEff at;
  int calm = 0;
  bool some = false;
  for (const ForeverAnswer& one : answers.each) {
    if (one.verdict == "counterexample") return std::nullopt;
    if (one.verdict != "certified-forever" && one.verdict != "vacuous") continue;
    some = true;
    calm = std::max(calm, one.calm.value_or(0));
    at.eot = std::max({at.eot, one.proof->promised, calm});
  }
  if (!some) return std::nullopt;
  at.eff = calm > 0 ? at.eot - calm : 0;
  Cell out = search_eot(task, at_every_eot(task.fspec.parameters()), at, run, run.until);
  if (!out.error.empty()) return std::nullopt;
  certify_proved_specifications(answers, out);
  return out;
}

ForeverAnswers answer(const Task& task, ForeverRun& run, double began) {
  std::vector<std::optional<std::size_t>> asked(task.program.specifications.size());
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i] = i;
  if (asked.empty()) asked.emplace_back();
  run.until = share(task.options, began, 1);
  // Reports now, before long proofs of the first claims, that a certificate cannot be written.
  for (const auto& which : asked)
    if (run.certificates != nullptr) refuse_certificate_forever(task, which, run);
  ForeverAnswers out;
  for (const auto& which : asked) {
    run.until = share(task.options, began, asked.size() - out.each.size());
    out.each.push_back(answer_forever(task, which, run));
  }
  // Claims that ran out of time get the time that the other claims have left.
  std::size_t open = 0;
  for (const ForeverAnswer& one : out.each) open += one.out_of_time ? 1 : 0;
  for (std::size_t i = 0; i < asked.size() && asked.size() > 1; ++i) {
    if (!out.each[i].out_of_time) continue;
    run.until = share(task.options, began, open--);
    out.each[i] = answer_forever(task, asked[i], run);
  }
  if (run.certificates != nullptr)
    finish(*run.certificates, out.each, task.options.certificate, run.log);
  if (out.each.front().of && !task.options.output.empty()) {
    run.until = share(task.options, began, 1);
    out.kept = kept(task, out, run);
  }
  out.wall_s = seconds() - began;
  return out;
}

}  // namespace

ExitStatus run_forever(const Task& task, const Log& log, Watch& watch) {
  const config::Options& o = task.options;
  for (const std::string& other : {o.aiger, o.certificate}) {
    if (o.output.empty() || other.empty() || !will_be_one_file(o.output, other)) continue;
    throw UsageError(fmt::format("{} would be written twice: name different files", o.output));
  }
  StoredAnswer stored(task);
  check_circuit_place(task);
  std::optional<ForeverCertificates> certificates;
  if (!o.certificate.empty()) {
    require_place(o.certificate);
    certificates.emplace(o.certificate);
  }
  const double began = seconds();
  const auto spent = [began] { return seconds() - began; };
  const BudgetCheck budget = budget_check(o, spent);
  std::set<std::string> told;
  SearchedCells searched;
  ForeverRun run{.log = log,
                 .check = {},
                 .clock = seconds,
                 .told = &told,
                 .certificates = certificates ? &*certificates : nullptr,
                 .searched = &searched};
  run.check = [&] {
    if (const auto why = watch.stop_requested()) throw wire::StopRequested("stopped on " + *why);
    if (budget) budget();
    if (seconds() > run.until) throw BudgetExceeded("time", "out of time");
  };
  const ForeverAnswers answers = answer(task, run, began);
  stored.store(
      [&] { return forever_record(task, answers, budget_check(o, spent, Stage::writing)); });
  print_result(o.summary == config::SummaryFormat::json
                   ? forever_json(task, answers, stored.place())
                   : forever_text(task, answers, stored.place()));
  stored.complain();
  const std::string verdict = answers.verdict();
  if (verdict == "certified-forever") return ExitStatus::certified;
  return verdict == "counterexample" ? ExitStatus::counterexample : ExitStatus::inconclusive;
}

}  // namespace ldfi::app
