#include "results/views/systems/system_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/base/printable_lines.hpp"
#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/views/systems/differences.hpp"
#include "results/views/systems/story.hpp"

namespace ldfi::results {
namespace {

constexpr std::size_t most_differences = 200;

std::string labelled(const std::string& label, const std::string& text) {
  return fmt::format("{:<16}{}\n", label, printable_lines(text, std::string(16, ' ')));
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns the fault set that this text is, or nullopt for any other text.
std::optional<systems::FaultSet> faults_in(const std::string& text) {
  systems::FaultSet out;
  if (text == "none") return out;
  for (const std::string& word : systems::split_faults(text)) {
    if (!systems::add_fault(out, word)) return std::nullopt;
  }
  return out;
}

std::uint64_t count_of(const SystemResult& system, systems::Result result) {
  return static_cast<std::uint64_t>(
      std::ranges::count(system.executions, result, &SystemExecution::result));
}

/// Returns a line of the text about the deliveries. Empty if all messages may arrive.
std::string deliveries_line(const std::optional<std::string>& deliveries) {
  return deliveries ? labelled("deliveries", *deliveries) : "";
}

/// Returns a phrase such as `random, weights delays=5, ` if fault sets were drawn at random, otherwise an
/// empty text.
std::string drawn_by(const RunRecord& run) {
  if (run.strategy != "random") return "";
  const std::string weights = option_of(run, "weights");
  return weights.empty() ? "random, " : fmt::format("random, weights {}, ", weights);
}

std::string counted(const SystemResult& system) {
  return fmt::format("{}: {} passed, {} failed, {} vacuous, {} invalid; {} repeated",
                     system.executions.size(), count_of(system, systems::Result::pass),
                     count_of(system, systems::Result::fail),
                     count_of(system, systems::Result::vacuous),
                     count_of(system, systems::Result::invalid), system.double_runs);
}

}  // namespace

ChosenExecution choose_execution(const SystemResult& system, const std::string& text) {
  if (system.executions.empty()) throw UsageError("the file has no executions");
  const auto falsifier = [&system](std::size_t i) {
    return ChosenExecution{system.falsifiers[i].execution,
                           fmt::format("counterexample f{}", i + 1)};
  };
  if (text.empty()) {
    if (!system.falsifiers.empty()) return falsifier(0);
    return {0, fmt::format("execution 0 ({})", to_text(system.executions.front().faults))};
  }
  if (text.front() == 'f' && number_in(text.substr(1))) {
    const std::uint64_t i = *number_in(text.substr(1));
    if (i >= 1 && i <= system.falsifiers.size()) return falsifier(i - 1);
    throw UsageError(fmt::format("there is no counterexample {}: the file has {}", text,
                                 system.falsifiers.size()));
  }
  if (const auto i = number_in(text)) {
    if (*i < system.executions.size()) return {*i, fmt::format("execution {}", *i)};
    throw UsageError(fmt::format("there is no execution {}: the file has {}, from 0 on", text,
                                 system.executions.size()));
  }
  const std::optional<systems::FaultSet> wanted = faults_in(text);
  for (std::size_t i = 0; wanted && i < system.executions.size(); ++i) {
    const SystemExecution& one = system.executions[i];
    if (one.faults != *wanted && one.struck != *wanted) continue;
    return {i, fmt::format("execution {}", i)};
  }
  throw UsageError(
      fmt::format("no execution with the faults {} is in the file\n  hint: ldfi-farm "
                  "CONFIG --replay '{}' executes them",
                  printable(text), printable(text)));
}

std::string system_summary_text(const RunRecord& run) {
  const SystemResult& system = *run.system;
  std::string out = labelled("system", fmt::format("{} ({})", fmt::join(system.command, " "),
                                                   ldfi::counted(system.nodes.size(), "node")));
  out += labelled("fingerprint", system.system);
  if (!run.config_name.empty()) out += labelled("config", run.config_name);
  out += labelled("run", fmt::format("{}seed {}, ldfi-farm {}, {}, {}", drawn_by(run), run.seed,
                                     run.version, run.started, system.kernel));
  out += labelled("verdict", ldfi::name_of(system.verdict));
  if (!system.reason.empty()) out += labelled("reason", system.reason);
  out += labelled("executions", counted(system));
  out += labelled("determinism", system.differences.empty()
                                     ? "no difference"
                                     : fmt::format("{} differences", system.differences.size()));
  for (const std::string& one : system.differences) out += labelled("", one);
  out += labelled("time", fmt::format("{:.3f} s", system.wall_s));
  if (!system.certificate.empty()) out += labelled("certificate", system.certificate);
  out += labelled("counterexamples", std::to_string(system.falsifiers.size()));
  for (const SystemFalsifier& one : system.falsifiers) {
    out += deliveries_line(deliveries_in(system, one.execution));
  }
  if (system.minimisation) out += "\n" + minimisation_text(*system.minimisation);
  return out;
}

std::string counterexamples_text(const RunRecord& run, bool all) {
  const SystemResult& system = *run.system;
  std::string out = labelled("verdict", ldfi::name_of(system.verdict));
  for (std::size_t i = 0; i < system.falsifiers.size(); ++i) {
    const SystemFalsifier& one = system.falsifiers[i];
    const auto deliveries = deliveries_in(system, one.execution);
    out += "\n" + labelled(fmt::format("f{}", i + 1),
                           to_text(one.faults) + (one.minimal ? "  (minimal)" : ""));
    out += deliveries_line(deliveries);
    for (const std::string& text : system.executions[one.execution].violated) {
      out += labelled("", "violates: " + text);
    }
    if (all) out += story_of(system, one.execution);
  }
  return out;
}

Json counterexamples_json(const SystemResult& system) {
  Json out = Json::array();
  for (const SystemFalsifier& one : system.falsifiers) {
    const auto deliveries = deliveries_in(system, one.execution);
    out.push_back({{"execution", one.execution},
                   {"faults", to_text(one.faults)},
                   {"deliveries", deliveries ? Json(*deliveries) : Json()},
                   {"size", one.faults.size()},
                   {"minimal", one.minimal},
                   {"violated", system.executions[one.execution].violated}});
  }
  return out;
}

Json system_minimisation_json(const Minimisation& minimisation) {
  Json out = minimisation_json(minimisation);
  out.erase("relations");
  out.erase("schedule");
  for (Json& stage : out["stages"]) {
    for (const char* key : {"eot", "eff", "delay_max"}) stage.erase(key);
  }
  return out;
}

Json system_json(const RunRecord& run) {
  const SystemResult& system = *run.system;
  Json out{{"system", system.system},
           {"command", system.command},
           {"nodes", system.nodes},
           {"version", run.version},
           {"started", run.started},
           {"kernel", system.kernel},
           {"config_name", run.config_name},
           {"config_text", run.config_text},
           {"said", system.point ? system.point->said : std::vector<std::string>()},
           {"seed", run.seed},
           {"strategy", run.strategy},
           {"verdict", ldfi::name_of(system.verdict)},
           {"reason", system.reason},
           {"level", system.level},
           {"exhausted", system.exhausted},
           {"certificate", system.certificate},
           {"wall_s", system.wall_s}};
  out["determinism"] = {{"pairs", system.pairs},
                        {"double_runs", system.double_runs},
                        {"differences", system.differences}};
  out["counterexamples"] = counterexamples_json(system);
  if (system.minimisation) out["minimisation"] = system_minimisation_json(*system.minimisation);
  out["executions"] = Json::array();
  for (const SystemExecution& one : system.executions) {
    out["executions"].push_back({{"faults", to_text(one.faults)},
                                 {"struck", to_text(one.struck)},
                                 {"result", name_of(one.result)},
                                 {"violated", one.violated},
                                 {"why", one.why},
                                 {"hash", fmt::format("{:016x}", one.hash)},
                                 {"end_ns", one.end},
                                 {"messages", one.sends.size()},
                                 {"recorded", !one.recording.empty()}});
  }
  return out;
}

namespace {

/// Returns the text about the last output on stderr of a node that ended by itself. Several lines have a
/// heading.
std::string words_of_node(const std::string& words) {
  const std::string indent(26, ' ');
  if (words.find('\n') == std::string::npos) {
    return fmt::format("{}the end of its stderr: {}\n", indent, printable(words));
  }
  return fmt::format("{0}its stderr:\n{0}  {1}\n", indent, printable_lines(words, indent + "  "));
}

}  // namespace

std::string events_text(const History& history) {
  std::string out;
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    const systems::Event& event = history.events()[i];
    out += fmt::format("{:>14}  {:<8}  {}\n", time_text(event.time),
                       printable(place_of(history, i)), printable(happening(history, i)));
    const std::string& words = history.words[i].last_words;
    if (!words.empty()) out += words_of_node(words);
  }
  return out;
}

std::string show_execution(const SystemResult& system, const ChosenExecution& chosen) {
  const History history = history_of(system, chosen.number);
  std::string out = labelled("run", chosen.name);
  out += labelled("faults", systems::to_text(history.recording.faults));
  out += deliveries_line(deliveries_in(system, chosen.number));
  out += "\n" + events_text(history) + "\n";
  out += labelled("result", std::string(name_of(history.recording.result)));
  if (!history.recording.why.empty()) out += labelled("", history.recording.why);
  for (const std::string& text : history.recording.violated) out += labelled("violated", text);
  return out;
}

Json diff_json(const SystemResult& system, const ChosenExecution& one,
               const ChosenExecution& other) {
  const History mine = history_of(system, one.number);
  const History theirs = history_of(system, other.number);
  const auto head = [](const ChosenExecution& chosen, const History& history) {
    return Json{{"name", chosen.name},
                {"faults", systems::to_text(history.recording.faults)},
                {"result", name_of(history.recording.result)}};
  };
  const Differences found = differences(mine, theirs);
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(found.list.size(), most_differences); ++i) {
    const Difference& each = found.list[i];
    list.push_back({{"time_ns", each.time},
                    {"node", each.place},
                    {"what", each.what},
                    {"only_in", each.here ? "run" : "other"}});
  }
  return {{"run", head(one, mine)},
          {"other", head(other, theirs)},
          {"same", found.same},
          {"parting", found.parting},
          {"differences", std::move(list)},
          {"more", found.list.size() - std::min(found.list.size(), most_differences)}};
}

std::optional<History> good_run_for(const SystemResult& system, std::size_t execution) {
  const auto found = nearest_good(system, execution);
  if (!found || *found == execution) return std::nullopt;
  return history_of(system, *found);
}

std::vector<Step> steps_of(const SystemResult& system, std::size_t execution) {
  if (system.executions.at(execution).recording.empty()) return {};
  const auto good = good_run_for(system, execution);
  const auto none =
      std::ranges::find(system.executions, systems::FaultSet(), &SystemExecution::struck);
  std::optional<History> plain;
  if (none != system.executions.end() && !none->recording.empty()) {
    plain = history_of(system, static_cast<std::size_t>(none - system.executions.begin()));
  }
  return story(history_of(system, execution), good ? &*good : nullptr, plain ? &*plain : nullptr);
}

std::string story_of(const SystemResult& system, std::size_t execution) {
  return story_text(steps_of(system, execution));
}

std::string diff_executions(const SystemResult& system, const ChosenExecution& one,
                            const ChosenExecution& other) {
  const History bad = history_of(system, one.number);
  const History good = history_of(system, other.number);
  const auto head = [](const char* label, const ChosenExecution& chosen, const History& history) {
    return labelled(
        label, fmt::format("{}: {}  ({})", chosen.name, systems::to_text(history.recording.faults),
                           name_of(history.recording.result)));
  };
  std::string out = head("run", one, bad) + head("against", other, good);
  const Differences found = differences(bad, good);
  if (found.same) return out + "\nno differences: both are the same execution\n";
  out += "\n" + labelled("they part", found.parting);
  out += "\nthe story:\n" + story_text(story(bad, &good));
  for (const std::string& text : bad.recording.violated) out += labelled("  violated", text);
  out += "\nall differences from then on (+ only in this run, - only in the other one):\n";
  for (std::size_t i = 0; i < found.list.size(); ++i) {
    if (i == most_differences) {
      out += fmt::format("  and {} differences more\n", found.list.size() - i);
      break;
    }
    const Difference& each = found.list[i];
    out += fmt::format("{:>14} {} {:<8}  {}\n", time_text(each.time), each.here ? '+' : '-',
                       printable(each.place), printable(each.what));
  }
  return out;
}

}  // namespace ldfi::results
