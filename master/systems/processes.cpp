#include "master/systems/processes.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <span>
#include <sstream>
#include <system_error>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/text.hpp"
#include "common/config/config_file.hpp"
#include "common/systems/fault_text.hpp"
#include "master/face/run_record.hpp"
#include "master/life/limits.hpp"
#include "master/systems/replayed_case.hpp"
#include "master/systems/system_record.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/json/values.hpp"
#include "results/systems/replay.hpp"
#include "results/systems/system_text.hpp"
#include "worker/drive/fingerprint.hpp"

namespace ldfi::app {
namespace {

using results::Json;
using systems::FaultSet;
using systems::Result;

/// Of so many counterexamples the text says what happened.
constexpr std::size_t most_stories = 3;

/// One for this process, as its children are.
std::unique_ptr<drive::Nursery>& nursery() {
  static std::unique_ptr<drive::Nursery> one;
  return one;
}

bool is_config(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

FaultSet faults_of(const std::string& text) {
  FaultSet out;
  for (const std::string& word : systems::split_faults(text)) {
    if (word == "none") continue;
    if (systems::add_fault(out, word)) continue;
    throw UsageError(
        fmt::format("--replay: {} is no fault, stands there twice, or contradicts another one\n"
                    "  hint: {}",
                    word_or_quoted(word), systems::fault_forms()));
  }
  return out;
}

class Run {
 public:
  Run(const config::CommandLine& line, std::vector<std::string> arguments, int ranks,
      const Log& log, Watch& watch)
      : plan_(*line.system),
        options_(line.options),
        arguments_(std::move(arguments)),
        ranks_(ranks),
        log_(log),
        watch_(watch) {}

  ExitStatus run();

 private:
  void make_folder() const;
  void keep(const std::string& name, const std::string& text);
  void store(const SystemSearch& search);
  void check(const FaultSet& faults) const;
  [[nodiscard]] std::string certificate(const SystemSearch& search) const;
  [[nodiscard]] std::string reason(const SystemSearch& search) const;
  [[nodiscard]] Json json(const SystemSearch& search) const;
  [[nodiscard]] std::string text(const SystemSearch& search) const;
  [[nodiscard]] std::string replay_command(const FaultSet& faults) const;
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

  systems::Plan plan_;
  std::optional<std::string> stopped_;  ///< by which signal
  bool told_ = false;                   ///< that a node ended, and what it said
  std::string story_;                   ///< of what is replayed
  config::Options options_;
  std::optional<results::TestCase> case_;  ///< that is replayed
  std::vector<std::string> arguments_;
  RecordingTexts texts_;
  RunRecord record_;  ///< that went into the results file
  int ranks_;
  const Log& log_;
  Watch& watch_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

void Run::make_folder() const {
  if (options_.recordings.empty() || ::mkdir(options_.recordings.c_str(), 0777) == 0) return;
  throw EnvironmentError(
      fmt::format("mkdir {}: {}", options_.recordings, std::generic_category().message(errno)));
}

void Run::keep(const std::string& name, const std::string& text) {
  if (options_.replay && story_.empty()) {
    story_ = results::events_text(results::read_history(name, text));
  }
  texts_.add(name, text);
  if (!told_ && (told_ = tells_of_an_end(text))) log_.note(last_words(text));
  if (options_.recordings.empty()) return;
  const std::string path = options_.recordings + "/" + name;
  files::File file(path, files::File::Mode::fresh);
  file.write(std::span(text.data(), text.size()));
  file.replace(path);
  file.close();
}

/// What is replayed must be possible by the Fspec.
void Run::check(const FaultSet& faults) const {
  const std::vector<std::string> why = systems::objections(plan_.fspec, faults);
  if (!why.empty()) throw UsageError("--replay: " + why.front());
}

ExitStatus Run::run() {
  case_ = take_case(options_);
  const std::optional<FaultSet> replayed =
      options_.replay ? std::optional(faults_of(*options_.replay)) : std::nullopt;
  if (replayed) check(*replayed);
  if (options_.level == ProofLevel::state && plan_.kind == systems::Kind::nodes &&
      plan_.time != systems::Time::extended) {
    throw UsageError("--level state: only nodes that speak ldfi/1 tell their state (system.time)");
  }
  if (!replayed) results::Hdf5Sink(options_.output).probe();
  make_folder();
  if (ranks_ > 1) log_.note("processes run on one rank: the others have nothing to do");
  if (!nursery()) nursery() = drive::Nursery::begin();
  plan_.fingerprint = drive::fingerprint(plan_, options_.config_text);
  const BudgetCheck budget = budget_check(options_, [this] { return seconds(); });
  const auto stop = [&] {
    stopped_ = watch_.stop_requested();
    if (stopped_) throw BudgetExceeded("stopped", *stopped_);
    if (budget) budget();
  };
  SystemSearch search(
      plan_, options_, *nursery(), stop,
      [this](const std::string& name, const std::string& text) { keep(name, text); });
  if (const std::string& lacks = search.sandbox_lacks(); !lacks.empty()) {
    log_.note("nodes are not shut in completely, as this machine does not allow: " +
              printable(lacks));
  }
  replayed ? search.replay(*replayed) : search.run();
  if (search.executions() == 0) {
    print_result(Json{{"verdict", "inconclusive"}, {"reason", search.reason()}}.dump() + "\n");
    return stopped_ ? ExitStatus::stopped : ExitStatus::inconclusive;
  }
  for (const std::string& one : search.differences()) {
    log_.note("the system is not deterministic: " + printable(one));
  }
  if (!replayed) store(search);
  if (replayed && options_.summary == config::SummaryFormat::text) {
    print_result(story_ + "\n");
  }
  print_result(options_.summary == config::SummaryFormat::json ? json(search).dump() + "\n"
                                                               : text(search));
  if (stopped_) return ExitStatus::stopped;
  if (!replayed) return exit_status(search.verdict());
  const Result result = search.recorded().recordings.front().result;
  if (!search.flaky().empty()) return ExitStatus::inconclusive;
  if (case_) return status_of_case(*case_, search);
  return result == Result::fail   ? ExitStatus::counterexample
         : result == Result::pass ? ExitStatus::certified
                                  : ExitStatus::inconclusive;
}

void Run::store(const SystemSearch& search) {
  record_ = begin_record(options_, arguments_, ranks_);
  record_.strategy = "trace";
  record_.system = system_result(plan_, search, texts_, options_);
  record_.system->reason = reason(search);
  record_.system->certificate = certificate(search);
  record_.system->wall_s = seconds();
  results::Hdf5Sink(options_.output).write(record_);
}

std::string Run::certificate(const SystemSearch& search) const {
  if (search.verdict() != Verdict::certified) return "";
  return certificate_text(
      std::to_string(options_.seed),
      fmt::format(
          "{} executions were compared, {} of them repeated in new processes, and none says "
          "something else where the fates are the same",
          search.executions(), search.double_runs()),
      options_.level);
}

std::string Run::reason(const SystemSearch& search) const {
  if (!search.reason().empty()) return search.reason();
  if (search.verdict() != Verdict::inconclusive) return "";
  if (!search.differences().empty()) return "the system is not deterministic";
  if (!search.known().deterministic) {
    return "of what is not deterministic, nothing follows from executions that passed";
  }
  for (std::size_t i = 0; i < search.executions(); ++i) {
    const systems::Recording& one = search.recorded().recordings[i];
    if (one.result != Result::invalid) continue;
    return fmt::format("executions that are invalid: nothing follows from them. Under {}: {}",
                       systems::to_text(search.recorded().outcomes[i].asked), one.why);
  }
  return "executions that are invalid: nothing follows from them";
}

Json Run::json(const SystemSearch& search) const {
  const Known& known = search.known();
  Json out;
  const Result result = search.recorded().recordings.front().result;
  if (options_.replay) {
    const char* const names[] = {"pass", "fail", "vacuous", "invalid"};
    out["replayed"] = systems::to_texts(search.recorded().outcomes.front().asked);
    out["result"] = names[static_cast<std::size_t>(result)];
    out["violated"] = search.recorded().recordings.front().violated;
    if (case_) out["case"] = case_text_of(*case_, search);
  } else {
    out["verdict"] = name_of(search.verdict());
    out["counterexamples"] = Json::array();
    for (const RecordedFalsifier& one : known.falsifiers) {
      out["counterexamples"].push_back(
          {{"faults", systems::to_texts(one.faults)},
           {"minimal", one.minimal},
           {"violated", search.recorded().recordings[one.which].violated},
           {"replay", replay_command(one.faults)}});
    }
    out["exhausted"] = known.exhausted;
  }
  out["executions"] = search.executions();
  out["results"] = results_json(known);
  out["level"] = options_.level == ProofLevel::state ? "state" : "exact";
  out["seed"] = options_.seed;
  out["determinism"] = {{"pairs", search.executions() - 1},
                        {"double_runs", search.double_runs()},
                        {"differences", search.differences()}};
  if (!known.deterministic) {
    out["determinism"]["differing"] = search.differing();
    out["flaky"] = Json::array();
    for (const Flaky& one : search.flaky()) {
      out["flaky"].push_back({{"faults", systems::to_texts(one.faults)},
                              {"failed", one.failed},
                              {"replays", one.replays},
                              {"violated", one.violated}});
    }
  }
  if (const std::string why = reason(search); !options_.replay && !why.empty()) out["reason"] = why;
  if (const std::string words = certificate(search); !words.empty()) out["certificate"] = words;
  out["wall_s"] = seconds();
  if (!options_.replay) out["output"] = options_.output;
  return out;
}

std::string Run::replay_command(const FaultSet& faults) const {
  return results::replay_command(options_.config_path, systems::to_text(faults), options_.seed);
}

std::string Run::text(const SystemSearch& search) const {
  const Known& known = search.known();
  const auto line = [](std::string_view name, const std::string& value) {
    return fmt::format("{:14}{}\n", name, value);
  };
  std::string out;
  if (case_) out += line("case", printable(case_text_of(*case_, search)));
  if (!options_.replay) out += line("verdict", std::string(name_of(search.verdict())));
  const std::string why = options_.replay ? "" : reason(search);
  if (!why.empty()) out += line("reason", printable(why));
  out += line("system", printable(fmt::format("{} ({} nodes)", fmt::join(plan_.command, " "),
                                              plan_.nodes.size())));
  out += line("executions",
              fmt::format("{}: {} passed, {} failed, {} vacuous, {} invalid; {} repeated",
                          search.executions(), known.results[0], known.results[1], known.results[2],
                          known.results[3], search.double_runs()));
  out += line("determinism",
              !known.deterministic
                  ? fmt::format("not asked for: {} of {} executions differ from those before",
                                search.differing(), search.executions())
              : search.differences().empty()
                  ? "no difference"
                  : fmt::format("{} differences", search.differences().size()));
  out += line("time", fmt::format("{:.3f} s", seconds()));
  if (const std::string words = certificate(search); !words.empty() && !options_.replay) {
    out += line("certificate", words);
  }
  if (!options_.replay) out += line("results", printable(options_.output));
  std::size_t told = 0;
  for (const RecordedFalsifier& one : known.falsifiers) {
    const std::string more = one.minimal ? "  (minimal)"
                             : !known.deterministic
                                 ? fmt::format("  ({0} of {0} replays)", plan_.replays)
                                 : "";
    out += fmt::format("\n{}{}\n", systems::to_text(one.faults), more);
    for (const std::string& text : search.recorded().recordings[one.which].violated) {
      out += fmt::format("  violated: {}\n", printable(text));
    }
    if (options_.replay) continue;
    out += fmt::format("  replay:   {}\n", printable(replay_command(one.faults)));
    if (told++ < most_stories) out += results::story_of(*record_.system, one.which);
  }
  for (const Flaky& one : search.flaky()) {
    out +=
        fmt::format("\n{}  flaky {}/{}\n", systems::to_text(one.faults), one.failed, one.replays);
    for (const std::string& text : one.violated) {
      out += fmt::format("  violated: {}\n", printable(text));
    }
  }
  if (told > 0) {
    out +=
        fmt::format("\nmore: ldfi-results report {} -o report.html\n", printable(options_.output));
  }
  return out;
}

}  // namespace

void begin_nursery(const std::vector<std::string>& arguments) {
  const auto config = std::ranges::find_if(arguments, is_config);
  if (config == arguments.end()) return;
  // Whatever is wrong with the file is said by the reader of the command line, which reads it again.
  std::vector<Diagnostic> problems;
  std::string text;
  try {
    text = config::read_config_bytes(*config, FileId{}, problems);
  } catch (const EnvironmentError&) {
    return;
  }
  if (text.find("system") != std::string::npos) nursery() = drive::Nursery::begin();
}

ExitStatus run_processes(const config::CommandLine& line, const std::vector<std::string>& arguments,
                         int ranks, const Log& log, Watch& watch) {
  return Run(line, arguments, ranks, log, watch).run();
}

}  // namespace ldfi::app
