#include "master/systems/result_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "common/base/diagnostic.hpp"
#include "common/base/printable_lines.hpp"
#include "common/base/shell_words.hpp"
#include "common/base/text.hpp"
#include "common/config/weights.hpp"
#include "common/record/summary_text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "master/systems/conclusion.hpp"
#include "results/views/systems/replay.hpp"
#include "results/views/systems/system_text.hpp"

namespace ldfi::app {

using results::Json;

namespace {

/// The number of counterexamples whose events are in the text.
constexpr std::size_t most_stories = 3;

const char* name_of_bound(MemoryBound bound) {
  switch (bound) {
    case MemoryBound::none:
      return "none";
    case MemoryBound::descriptors:
      return "descriptors";
    case MemoryBound::cgroup:
      return "cgroup";
  }
  return "none";
}

std::string replay_of(const systems::FaultSet& faults, const systems::Plan& plan,
                      const config::Options& options) {
  return results::replay_command(options.config_path, systems::to_text(faults), options.seed,
                                 plan.said, options.deliveries);
}

}  // namespace

Json verdict_json(const search::SystemStrategy& search, const systems::Plan& plan,
                  const config::Options& options) {
  Json out;
  out["verdict"] = name_of(search.verdict());
  out["counterexamples"] = Json::array();
  for (const search::RecordedFalsifier& one : search.known().falsifiers) {
    out["counterexamples"].push_back(
        {{"faults", systems::to_texts(one.faults)},
         {"minimal", one.minimal},
         {"violated", search.recorded().recordings[one.which].violated},
         {"replay", replay_of(one.faults, plan, options)}});
  }
  out["exhausted"] = search.known().exhausted;
  return out;
}

void add_numbers(Json& out, const search::SystemStrategy& search, const config::Options& options) {
  const search::Known& known = search.known();
  out["executions"] = search.executions();
  out["wasted"] = search.wasted();
  if (search.retries().count() > 0) {
    out["retried"] = {{"executions", search.retries().count()},
                      {"first", search.retries().first_text()}};
  }
  out["results"] = results_json(known);
  out["level"] = options.level == ProofLevel::state ? "state" : "exact";
  out["seed"] = options.seed;
  if (options.strategy == StrategyName::random) {
    out["strategy"] = "random";
    out["drawn"] = search.drawn();
    const std::string weights = to_text(config::weights_of(options.weights));
    if (!weights.empty()) out["weights"] = results::weights_json(weights);
  }
  out["determinism"] = {{"pairs", search.executions() - (search.executions() == 0 ? 0 : 1)},
                        {"double_runs", search.double_runs()},
                        {"differences", search.differences()}};
  if (!known.deterministic) {
    out["determinism"]["differing"] = search.differing();
    out["flaky"] = flaky_json(search);
  }
  if (const auto bound = search.memory_bound()) out["memory_bound"] = name_of_bound(*bound);
  if (const std::string why = reason_of(search); !why.empty()) out["reason"] = why;
  if (const std::string words = certificate_of(search, options); !words.empty())
    out["certificate"] = words;
}

std::string nothing_executed(const systems::Plan& plan, const config::Options& options,
                             const std::string& reason) {
  if (options.summary == config::SummaryFormat::json) {
    return results::dump(Json{{"verdict", "inconclusive"}, {"reason", reason}}) + "\n";
  }
  return labelled("verdict", name_of(Verdict::inconclusive)) +
         labelled("reason",
                  printable(reason) + ": the run ended before its first execution was complete") +
         labelled("system", system_text(plan));
}

void note_circumstances(const search::SystemStrategy& search, const Log& log) {
  if (const std::string text = lacks_text(search); !text.empty()) log.note(text);
  if (const std::string text = retried_text(search); !text.empty()) log.note(text);
  if (!search.unrepeated().empty()) log.note(printable_lines(search.unrepeated()));
  for (const std::string& one : search.differences()) {
    log.note("the system is not deterministic: " + printable_lines(one));
  }
}

std::string lacks_text(const search::SystemStrategy& search) {
  const std::string& lacks = search.sandbox_lacks();
  return lacks.empty()
             ? ""
             : "nodes are not confined completely, because this machine does not allow: " +
                   printable(lacks);
}

std::string retried_text(const search::SystemStrategy& search) {
  if (search.retries().count() == 0) return "";
  return fmt::format(
      "{} invalid at the first try and repeated in new processes, which gave the result that "
      "counts; the first of them was under {}",
      counted(search.retries().count(), "execution was", "executions were"),
      printable_lines(search.retries().first_text()));
}

std::string more_text(const config::Options& options) {
  return fmt::format(
      "\nmore: {}\n",
      printable(shell_command({"ldfi-results", "report", options.output, "-o", "report.html"})));
}

std::string system_text(const systems::Plan& plan) {
  return printable(
      fmt::format("{} ({})", fmt::join(plan.command, " "), counted(plan.nodes.size(), "node")));
}

std::string search_text(const search::SystemStrategy& search, const config::Options& options) {
  if (options.strategy != StrategyName::random) return "";
  const std::string weights = to_text(config::weights_of(options.weights));
  return labelled("search",
                  fmt::format("random, seed {}{}{}: {} drawn", options.seed,
                              weights.empty() ? "" : ", weights ", weights, search.drawn()));
}

std::string numbers_text(const search::SystemStrategy& search) {
  const search::Known& known = search.known();
  return labelled(
             "executions",
             fmt::format("{}: {} passed, {} failed, {} vacuous, {} invalid; {} repeated{}{}",
                         search.executions(), known.results[0], known.results[1], known.results[2],
                         known.results[3], search.double_runs(),
                         search.wasted() == 0 ? "" : fmt::format("; {} wasted", search.wasted()),
                         search.retries().count() == 0
                             ? ""
                             : fmt::format("; {} invalid once", search.retries().count()))) +
         labelled("determinism", !known.deterministic
                                     ? fmt::format("not required (system.time plain, or a runner): "
                                                   "{} of {} executions differ from earlier ones",
                                                   search.differing(), search.executions())
                                 : search.differences().empty()
                                     ? "no difference"
                                     : fmt::format("{} differences", search.differences().size()));
}

std::string falsifiers_text(const search::SystemStrategy& search, const systems::Plan& plan,
                            const config::Options& options, const SystemResult* result) {
  std::string out;
  std::size_t told = 0;
  for (const search::RecordedFalsifier& one : search.known().falsifiers) {
    // Smaller fault sets are unknown if only some messages arrive.
    const std::string more = one.minimal && !options.deliveries ? "  (minimal)"
                             : !search.known().deterministic
                                 ? fmt::format("  ({0} of {0} replays)", plan.replays)
                                 : "";
    out += fmt::format("\n{}{}\n", systems::to_text(one.faults), more);
    for (const std::string& text : search.recorded().recordings[one.which].violated) {
      out += fmt::format("  violated: {}\n", printable(text));
    }
    if (result == nullptr) continue;
    out += fmt::format("  replay:   {}\n", printable(replay_of(one.faults, plan, options)));
    if (told++ < most_stories) out += results::story_of(*result, one.which);
  }
  return out;
}

}  // namespace ldfi::app
