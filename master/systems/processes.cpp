#include "master/systems/processes.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <memory>
#include <span>
#include <sstream>
#include <system_error>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/memory.hpp"
#include "common/base/text.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/systems/fault_text.hpp"
#include "master/face/run_record.hpp"
#include "master/journal/journal.hpp"
#include "master/life/go_on.hpp"
#include "master/life/limits.hpp"
#include "master/systems/conclusion.hpp"
#include "master/systems/known_cases.hpp"
#include "master/systems/replayed.hpp"
#include "master/systems/replayed_case.hpp"
#include "master/systems/system_record.hpp"
#include "master/systems/system_search.hpp"
#include "master/systems/system_setup.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/json/values.hpp"
#include "results/systems/replay.hpp"
#include "results/systems/system_text.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/specification_check.hpp"
#include "worker/systems/drive_executor.hpp"
#include "worker/systems/own_nursery.hpp"
#include "worker/systems/system_files.hpp"

namespace ldfi::app {
namespace {

using results::Json;
using systems::FaultSet;
using systems::Result;

/// Of so many counterexamples the text says what happened.
constexpr std::size_t most_stories = 3;

class Run {
 public:
  Run(const std::vector<std::string>& arguments, const config::CommandLine& line, Ranks& ranks,
      const Log& log, Watch& watch)
      : arguments_(arguments),
        plan_(*line.system),
        options_(line.options),
        ranks_(ranks),
        log_(log),
        watch_(watch) {}

  ExitStatus run();

 private:
  void make_folder() const;
  void open_journal();
  void search_on_farm(SystemSearch& search);
  [[nodiscard]] schedule::MasterOptions master_options(const SystemSearch& search);
  [[nodiscard]] wire::Setup setup() const;
  [[nodiscard]] std::optional<double> time_left() const;
  ExitStatus tell(const SystemSearch& search);
  void keep(const std::string& name, const std::string& text);
  void store(const SystemSearch& search);
  [[nodiscard]] Json json(const SystemSearch& search) const;
  [[nodiscard]] std::string text(const SystemSearch& search) const;
  [[nodiscard]] std::string replay_command(const FaultSet& faults) const;
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

  std::vector<std::string> arguments_;
  systems::Plan plan_;
  std::unique_ptr<journal::Journal> journal_;  ///< none for a replay
  std::optional<std::string> stopped_;         ///< by which signal
  bool told_ = false;                          ///< that a node ended, and what it said
  std::string story_;                          ///< of what is replayed
  config::Options options_;
  std::optional<results::TestCase> case_;  ///< that is replayed
  std::optional<KnownCases> known_;
  RecordingTexts texts_;
  RunRecord record_;  ///< that went into the results file
  Ranks& ranks_;
  const Log& log_;
  Watch& watch_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

void Run::make_folder() const {
  if (options_.recordings.empty() || ::mkdir(options_.recordings.c_str(), 0777) == 0) return;
  if (errno == EEXIST && options_.resume) return;  // that of the run with which this one goes on
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

ExitStatus Run::run() {
  case_ = take_case(options_);
  const std::optional<FaultSet> replayed =
      options_.replay ? std::optional(replayed_faults(*options_.replay)) : std::nullopt;
  if (replayed) check_replayed(*replayed, plan_.fspec);
  if (replayed && !options_.known.empty()) {
    throw UsageError("--replay and --known exclude each other for a config with `system`");
  }
  known_.emplace(options_.known);
  if (options_.level == ProofLevel::state && plan_.kind == systems::Kind::nodes &&
      plan_.time != systems::Time::extended) {
    throw UsageError("--level state: only nodes that speak ldfi/1 tell their state (system.time)");
  }
  if (!replayed) results::Hdf5Sink(options_.output).probe();
  plan_.fingerprint = drive::fingerprint(plan_, options_.config_text);
  drive::check_specifications(plan_);
  if (!replayed) open_journal();
  make_folder();
  SystemSearch search(
      plan_, options_,
      [this](const std::string& name, const std::string& text) { keep(name, text); },
      budget_check(options_, [this] { return seconds(); }),
      budget_check(
          options_, [this] { return seconds(); }, Stage::replaying));
  if (replayed) search.replay(*replayed);
  search_on_farm(search);
  const ExitStatus status = tell(search);
  if (journal_ && !stopped_) {
    watch_.set_finishing();
    journal_->finish(name_of(search.verdict()));
  }
  return status;
}

void Run::open_journal() {
  const std::string path = journal::journal_name(options_.output);
  // Before the journal is there: a request to stop may come at any moment.
  const std::string hint = fmt::format("everything acknowledged is in {}; to go on: {}", path,
                                       resume_command(arguments_, options_.resume, ranks_.size()));
  watch_.set_resume_hint(hint);
  ranks_.beat(options_.job_timeout_s, hint);
  journal::Opened opened;
  try {
    opened =
        journal::open_journal(path, system_header(arguments_, plan_, options_), options_.resume);
  } catch (...) {
    watch_.set_resume_hint("");
    throw;
  }
  journal_ = std::move(opened.journal);
  files::remove_leftovers({options_.output, path});
  for (const std::string& note : opened.notes) log_.note(note);
  if (options_.resume && journal_->acknowledged() > 0) {
    log_.note(fmt::format("{} holds {} executed jobs", journal_->path(), journal_->acknowledged()));
  }
}

std::optional<double> Run::time_left() const {
  if (!options_.time_limit_s) return std::nullopt;
  return std::max(0.0, *options_.time_limit_s - seconds());
}

wire::Setup Run::setup() const {
  wire::Setup out;
  out.system = system_source(plan_, options_, !ranks_.alone());
  out.budget.memory_limit_bytes = options_.memory_limit_bytes.value_or(0);
  if (const auto left = time_left()) {
    out.budget.time_left_ms = static_cast<std::uint64_t>(std::max(1.0, std::ceil(*left * 1000)));
  }
  return out;
}

schedule::MasterOptions Run::master_options(const SystemSearch& search) {
  constexpr double progress_interval_s = 0.2;
  schedule::MasterOptions out;
  out.time_limit_s = time_left();
  out.clock = [this] { return seconds(); };
  out.memory = journal_.get();
  out.job_deadline_s = ranks_.alone() ? 0 : options_.job_timeout_s;
  out.progress_interval_s = progress_interval_s;
  out.reporter = [this, &search](const schedule::Progress&) {
    ranks_.set_doing(fmt::format("searching, {} executions in", search.executions()));
  };
  out.exhausted = [this]() -> std::optional<std::string> {
    const auto& limit = options_.memory_limit_bytes;
    if (limit && resident_bytes() > *limit) return "memory";
    return std::nullopt;
  };
  return out;
}

void Run::search_on_farm(SystemSearch& search) {
  const auto stop = [this] {
    if (const auto why = watch_.stop_requested()) throw wire::StopRequested("stopped on " + *why);
  };
  const auto stopped = [&](const std::string& why) {
    stopped_ = watch_.stop_requested().value_or(why);
    search.give_up(*stopped_);
  };
  try {
    const auto farm = ranks_.make_farm(master_options(search), [&](const wire::Setup& whole) {
      return execute::make_drive_executor(whole, execute::own_nursery(), stop);
    });
    const auto run = [&](search::Strategy& what) {
      farm->run(setup(), what, execute::number_of(plan_.fingerprint));
    };
    known_->execute(plan_, options_, run);
    run(search);
    farm->stop();
  } catch (const wire::StopRequested& e) {
    stopped(e.what());
  } catch (const wire::RemoteFailure& e) {
    if (e.status() == ExitStatus::input && journal_) journal_->finish("refused");
    if (e.status() != ExitStatus::stopped) {
      // Where there is one process only, nobody asks which.
      constexpr std::string_view who = "rank 1: ";
      const std::string text = e.what();
      if (!ranks_.alone() || !text.starts_with(who)) throw;
      throw wire::RemoteFailure(e.status(), text.substr(who.size()));
    }
    stopped(e.what());
  } catch (const InputError&) {
    if (journal_) journal_->finish("refused");  // nothing of it is worth keeping
    throw;
  }
}

/// Prints what is known.
ExitStatus Run::tell(const SystemSearch& search) {
  if (stopped_ && journal_) log_.error(watch_.resume_hint());
  if (const std::string& lacks = search.sandbox_lacks(); !lacks.empty()) {
    log_.note("nodes are not shut in completely, as this machine does not allow: " +
              printable(lacks));
  }
  if (search.executions() == 0) {
    print_result(Json{{"verdict", "inconclusive"}, {"reason", search.reason()}}.dump() + "\n");
    return stopped_ ? ExitStatus::stopped : ExitStatus::inconclusive;
  }
  for (const std::string& one : search.differences()) {
    log_.note("the system is not deterministic: " + printable(one));
  }
  if (!options_.replay) store(search);
  if (options_.replay && options_.summary == config::SummaryFormat::text) {
    print_result(story_ + "\n");
  }
  print_result(options_.summary == config::SummaryFormat::json ? json(search).dump() + "\n"
                                                               : text(search));
  if (stopped_) return ExitStatus::stopped;
  if (known_->violated()) return ExitStatus::counterexample;
  if (!options_.replay) return exit_status(search.verdict());
  const Result result = search.recorded().recordings.front().result;
  if (!search.flaky().empty()) return ExitStatus::inconclusive;
  if (case_) return status_of_case(*case_, search);
  return result == Result::fail   ? ExitStatus::counterexample
         : result == Result::pass ? ExitStatus::certified
                                  : ExitStatus::inconclusive;
}

void Run::store(const SystemSearch& search) {
  record_ = begin_record(options_, arguments_, ranks_.size());
  record_.strategy = "trace";
  record_.system = system_result(plan_, search, texts_, options_);
  record_.system->reason = reason_of(search);
  record_.system->certificate = certificate_of(search, options_);
  record_.system->wall_s = seconds();
  results::Hdf5Sink(options_.output).write(record_);
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
    if (!known_->empty()) out["known"] = known_->json();
  }
  out["executions"] = search.executions();
  out["wasted"] = search.wasted();
  out["results"] = results_json(known);
  out["level"] = options_.level == ProofLevel::state ? "state" : "exact";
  out["seed"] = options_.seed;
  out["determinism"] = {{"pairs", search.executions() - 1},
                        {"double_runs", search.double_runs()},
                        {"differences", search.differences()}};
  if (!known.deterministic) {
    out["determinism"]["differing"] = search.differing();
    out["flaky"] = flaky_json(search);
  }
  if (const std::string why = reason_of(search); !options_.replay && !why.empty())
    out["reason"] = why;
  if (const std::string words = certificate_of(search, options_); !words.empty())
    out["certificate"] = words;
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
  out += known_->text();
  const std::string why = options_.replay ? "" : reason_of(search);
  if (!why.empty()) out += line("reason", printable(why));
  out += line("system", printable(fmt::format("{} ({} nodes)", fmt::join(plan_.command, " "),
                                              plan_.nodes.size())));
  out += line("executions",
              fmt::format("{}: {} passed, {} failed, {} vacuous, {} invalid; {} repeated{}",
                          search.executions(), known.results[0], known.results[1], known.results[2],
                          known.results[3], search.double_runs(),
                          search.wasted() == 0 ? "" : fmt::format("; {} wasted", search.wasted())));
  out += line("determinism",
              !known.deterministic
                  ? fmt::format("not asked for: {} of {} executions differ from those before",
                                search.differing(), search.executions())
              : search.differences().empty()
                  ? "no difference"
                  : fmt::format("{} differences", search.differences().size()));
  out += line("time", fmt::format("{:.3f} s", seconds()));
  if (const std::string words = certificate_of(search, options_);
      !words.empty() && !options_.replay) {
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
  out += flaky_text(search);
  if (told > 0) {
    out +=
        fmt::format("\nmore: ldfi-results report {} -o report.html\n", printable(options_.output));
  }
  return out;
}

}  // namespace

ExitStatus run_processes(const std::vector<std::string>& arguments, const config::CommandLine& line,
                         Ranks& ranks, const Log& log, Watch& watch) {
  return Run(arguments, line, ranks, log, watch).run();
}

}  // namespace ldfi::app
