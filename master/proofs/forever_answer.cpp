#include "master/proofs/forever_answer.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "common/base/text.hpp"
#include "common/config/command_line.hpp"
#include "common/config/replay_command.hpp"
#include "common/record/summary_text.hpp"
#include "common/record/theorem.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {
namespace {

/// The number of clauses of an invariant that are shown without --verbose.
constexpr std::size_t shown_clauses = 12;

/// Returns the least EOT that the claim covers. Shorter executions do not have enough calm ticks
/// (last ticks without message loss).
int least_eot(const Task& task, const ForeverAnswer& answer) {
  return std::max(task.options.from, answer.calm.value_or(1));
}

std::string faults_of(const Broken& broken) {
  return broken.least ? to_text(broken.least->faults, broken.cell.fspec) : "none";
}

std::vector<std::string> violated_of(const Broken& broken) {
  return broken.least ? broken.least->violated : std::vector<std::string>{};
}

/// Returns the command that replays the counterexample. The proof may have set limits on faults
/// that the user's command line does not have, so the command contains these limits, too.
std::string replay(const Task& task, const Broken& broken) {
  const Cell& cell = broken.cell;
  return config::replay_command(
      task.arguments, faults_of(broken),
      config::CellOfSweep{.eot = cell.fspec.eot,
                          .eff = cell.fspec.eff,
                          .crashes = cell.fspec.crashes,
                          .crash_model = cell.fspec.crash_model,
                          .inclusive = task.options.eff_mode != EffMode::inclusive});
}

results::Json broken_json(const Task& task, const Broken& broken) {
  const Cell& cell = broken.cell;
  results::Json out{{"eot", cell.fspec.eot},           {"eff", cell.fspec.eff},
                    {"crashes", cell.fspec.crashes},   {"faults", faults_of(broken)},
                    {"violated", violated_of(broken)}, {"replay", replay(task, broken)}};
  out["calm"] = nullptr;
  if (broken.calm) out["calm"] = *broken.calm;
  return out;
}

/// Returns the JSON keys of one claim that come after its verdict.
results::Json answer_json(const Task& task, const ForeverAnswer& answer) {
  results::Json out;
  out["calm"] = nullptr;
  if (answer.calm) out["calm"] = *answer.calm;
  out["from"] = least_eot(task, answer);
  if (!answer.hint.empty()) out["hint"] = answer.hint;
  if (answer.searched) {
    out["searched"] = {{"eot", answer.searched->eot}, {"calm", nullptr}};
    if (answer.searched->calm) out["searched"]["calm"] = *answer.searched->calm;
  }
  if (answer.proof) {
    const forever::Proof& proof = *answer.proof;
    out["invariant"] = {
        {"clauses", proof.invariant.size()}, {"facts", proof.facts}, {"text", proof.invariant}};
    out["circuit"] = {{"latches", proof.latches}, {"gates", proof.gates}};
    if (proof.cap) out["cap"] = *proof.cap;
  }
  if (answer.broken) {
    const bool is_answer = answer.verdict == "counterexample";
    out[is_answer ? "counterexample" : "not_stronger"] = broken_json(task, *answer.broken);
  }
  return out;
}

results::Json specification_json(const Task& task, const ForeverAnswer& answer) {
  const Specification& says = *answer.of;
  results::Json out{{"name", says.name},      {"severity", name_of(says.severity)},
                    {"when", says.when()},    {"counts", says.counts()},
                    {"text", says.text},      {"verdict", answer.verdict},
                    {"reason", answer.reason}};
  out.update(answer_json(task, answer));
  return out;
}

using Line = std::function<void(const char* label, const std::string& text)>;

std::string with_reason(const ForeverAnswer& answer) {
  return answer.reason.empty() ? answer.verdict
                               : fmt::format("{}: {}", answer.verdict, printable(answer.reason));
}

void tell_claim(const Task& task, const ForeverAnswer& answer, const Line& line) {
  line("claim", every_eot_in_words(task.fspec.parameters(), answer.calm, least_eot(task, answer)));
}

/// Returns for example `2 ticks without losses`.
std::string calm_ticks(int count) {
  return fmt::format("{} without losses", counted(count, "tick"));
}

std::string searched_text(const Searched& searched) {
  std::string out = fmt::format("no counterexample up to EOT {}", searched.eot);
  if (searched.calm) out += fmt::format(" with {} at the end", calm_ticks(*searched.calm));
  return out;
}

/// Prints the counterexample of the claim, if there is one, and the proof.
void add_reasons(const Task& task, const ForeverAnswer& answer, const Line& line) {
  if (answer.broken) {
    const Broken& broken = *answer.broken;
    const FspecParameters& f = broken.cell.fspec;
    const bool is_answer = answer.verdict == "counterexample";
    const std::string calm =
        !is_answer && broken.calm
            ? fmt::format("with {} at the end, the claim is false ", calm_ticks(*broken.calm))
            : std::string();
    line(is_answer ? "broken" : "not stronger",
         fmt::format("{}at EOT {}, EFF {}, crashes {}: {}", calm, f.eot, f.eff, f.crashes,
                     faults_of(broken)));
    for (const std::string& tuple : violated_of(broken)) line("  violated", printable(tuple));
    line("  replay", replay(task, broken));
  }
  if (answer.searched) line("searched", searched_text(*answer.searched));
  if (!answer.hint.empty()) line("  hint", answer.hint);
  if (!answer.proof) return;
  const forever::Proof& proof = *answer.proof;
  line("proof",
       fmt::format("an inductive invariant of {} about {}, which was checked",
                   counted(proof.invariant.size(), "clause"), counted(proof.facts, "fact")));
  line("", fmt::format("the circuit has {} of state (latches) and {}",
                       counted(proof.latches, "bit"), counted(proof.gates, "gate")));
  if (!answer.cap.empty()) line("  cap", printable(answer.cap));
  const bool all = task.options.verbosity == config::Verbosity::verbose;
  const std::size_t shown =
      all ? proof.invariant.size() : std::min(shown_clauses, proof.invariant.size());
  for (std::size_t i = 0; i < shown; ++i)
    line(i == 0 ? "  invariant" : "", printable(proof.invariant[i]));
  if (shown < proof.invariant.size())
    line("", fmt::format("and {} more (--verbose)", proof.invariant.size() - shown));
}

/// All verdicts of claims, from the best to the worst.
constexpr std::array<std::string_view, 5> by_weight{"certified-forever", "vacuous", "conditional",
                                                    "inconclusive", "counterexample"};

}  // namespace

std::string ForeverAnswers::verdict() const {
  const auto weight = [](std::string_view verdict) {
    return std::ranges::find(by_weight, verdict) - by_weight.begin();
  };
  std::string out(by_weight.front());
  for (const ForeverAnswer& one : each) {
    const bool counts = !one.of || one.of->counts();
    if (counts && weight(one.verdict) > weight(out)) out = one.verdict;
  }
  return out;
}

std::string forever_text(const Task& task, const ForeverAnswers& answers,
                         const std::string& output) {
  std::string out;
  const Line line = [&out](const char* label, const std::string& text) {
    out += labelled(label, text);
  };
  const std::string program = printable(fmt::format("{}", fmt::join(task.file_names(), " ")));
  const ForeverAnswer& first = answers.each.front();
  line("verdict", first.of ? answers.verdict() : with_reason(first));
  if (!first.of) tell_claim(task, first, line);
  line("program", program);
  for (const ForeverAnswer& one : answers.each) {
    if (one.of) {
      line("specification",
           printable(fmt::format("{}, {} {}: {}", one.of->name, name_of(one.of->severity),
                                 one.of->when(), with_reason(one))));
      tell_claim(task, one, line);
    }
    add_reasons(task, one, line);
  }
  line("time", fmt::format("{:.3f} s", answers.wall_s));
  if (!output.empty()) line("results", printable(output));
  return out;
}

std::string forever_json(const Task& task, const ForeverAnswers& answers,
                         const std::string& output) {
  const auto& o = task.options;
  const ForeverAnswer& first = answers.each.front();
  results::Json out{{"verdict", answers.verdict()},
                    {"reason", first.of ? "" : first.reason},
                    {"program", task.file_names()},
                    {"params", task.params},
                    {"nodes", task.fspec.nodes()}};
  out["crashes"] = o.most.of<Crash>();
  out["crash_model"] = name_of(task.fspec.crash_model());
  if (first.of) {
    out["specs"] = results::Json::array();
    for (const ForeverAnswer& one : answers.each)
      out["specs"].push_back(specification_json(task, one));
  } else {
    out.update(answer_json(task, first));
  }
  out["wall_s"] = answers.wall_s;
  if (!output.empty()) out["output"] = output;
  out["version"] = config::version();
  return results::dump(out) + "\n";
}

}  // namespace ldfi::app
