#include "master/systems/traces.hpp"

#include <dirent.h>
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include "common/base/errors.hpp"
#include "common/base/files/input.hpp"
#include "common/search/recorded/known.hpp"
#include "common/solve/recorded/recorded_search.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "common/systems/determinism.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/recording_reader.hpp"
#include "master/life/limits.hpp"
#include "master/systems/conclusion.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {
namespace {

using recorded::Outcome;
using recorded::RecordedSearch;
using results::Json;
using systems::Recording;

constexpr std::uint64_t max_bytes = std::uint64_t{1}
                                    << 30U;  ///< most bytes of all recordings together

/// The names of the recordings in a folder, sorted. Throws EnvironmentError.
std::vector<std::string> names_in(const std::string& folder) {
  struct Close {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  const std::unique_ptr<DIR, Close> open(::opendir(folder.c_str()));
  if (!open) {
    throw EnvironmentError(
        fmt::format("opendir {}: {}", folder, std::generic_category().message(errno)));
  }
  std::vector<std::string> out;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name.ends_with(".jsonl") && !name.starts_with('.')) out.emplace_back(name);
  }
  std::ranges::sort(out);
  return out;
}

struct Folder : search::Recorded {
  SourceSet sources;
};

void check_same(const Recording& first, const Recording& other, std::vector<Diagnostic>& problems) {
  const char* what = first.system != other.system                 ? "system"
                     : first.seed != other.seed                   ? "seed"
                     : !(first.fspec == other.fspec)              ? "spec"
                     : first.deterministic != other.deterministic ? "\"deterministic\""
                                                                  : nullptr;
  if (what == nullptr) return;
  problems.push_back({Severity::error,
                      "recording",
                      {other.file, 1, 1, 1},
                      fmt::format("its {} differs from that of {}", what, first.name),
                      {"recordings in one folder must have the same system, seed and spec"}});
}

/// Adds a problem about a recording that was made with --deliveries. Such a recording proves nothing about
/// executions in which all messages arrive.
void refuse_pending(const Recording& recording, std::vector<Diagnostic>& problems) {
  problems.push_back(
      {Severity::error,
       "recording",
       {recording.file, 1, 1, 1},
       "this recording is of a run with --deliveries, in which most messages stay pending",
       {"remove this file from the folder: a proof cannot use it"}});
}

Folder read_folder(const std::string& folder, const BudgetCheck& check) {
  Folder out;
  std::vector<Diagnostic> problems;
  std::uint64_t left = max_bytes;
  systems::RecordingReader reader;
  for (const std::string& name : names_in(folder)) {
    if (check) check();
    const std::string path = folder + "/" + name;
    std::string text =
        files::read_input(path, {"the rest of 1 GiB for all recordings", "recording", left});
    left -= text.size();
    const FileId id = out.sources.add(path, std::move(text));
    auto recording = reader.read(name, out.sources.text(id), id, problems);
    if (recording) out.recordings.push_back(std::move(*recording));
  }
  for (const Recording& one : out.recordings) {
    check_same(out.recordings.front(), one, problems);
    if (one.deliveries) refuse_pending(one, problems);
    Outcome outcome{systems::follow(one, problems), one.result, one.faults, {}};
    out.outcomes.push_back(std::move(outcome));
  }
  systems::Comparison comparison;
  for (const Recording& one : out.recordings) {
    if (!problems.empty() || !one.deterministic || !comparison.add(one, problems)) break;
  }
  if (!problems.empty()) throw SourcedError(std::move(problems), std::move(out.sources));
  if (out.recordings.empty()) {
    throw InputError(
        {Severity::error,
         "recording",
         {FileId(~0U), 0, 0, 1},
         fmt::format("{} holds no recording (*.jsonl)", folder),
         {"record an execution without faults first: docs/how-to/import-recordings.md"}});
  }
  return out;
}

Json counterexamples_of(const Folder& all, const search::Known& known) {
  Json out = Json::array();
  for (const search::RecordedFalsifier& one : known.falsifiers) {
    out.push_back({{"faults", systems::to_texts(one.faults)},
                   {"minimal", one.minimal},
                   {"violated", all.recordings[one.which].violated},
                   {"recording", all.recordings[one.which].name}});
  }
  return out;
}

std::string certificate(const Folder& all, ProofLevel level) {
  return certificate_text(
      all.recordings.front().seed,
      fmt::format("{} recordings were compared: whenever the fates are the same, so are the events",
                  all.recordings.size()),
      level);
}

ExitStatus answer(const config::Options& options, const Log& log, const BudgetCheck& check) {
  const Folder all = read_folder(options.traces, check);
  auto solver = sat::make_solver(options.solver, options.seed);
  if (check) solver->set_check(check);
  RecordedSearch search(std::move(solver), all.recordings.front().fspec, options.level,
                        all.outcomes);
  const search::Known known = search::known_of(all, search);
  const Verdict verdict = search::verdict_of(known);
  std::string out;
  std::uint64_t told = 0;
  for (; told < options.next && !known.exhausted; ++told) {
    const auto faults = search.next();
    if (!faults) break;
    out += results::dump(Json{{"faults", systems::to_texts(*faults)}, {"size", faults->size()}}) +
           "\n";
  }
  if (told == 0 && !known.exhausted && options.next > 0) {
    log.note("only fault sets with invalid recordings are left: record these again");
  }
  Json summary{{"verdict", name_of(verdict)},
               {"level", options.level == ProofLevel::state ? "state" : "exact"},
               {"exhausted", known.exhausted},
               {"recordings", results_json(known)},
               {"counterexamples", counterexamples_of(all, known)}};
  if (verdict == Verdict::certified) summary["certificate"] = certificate(all, options.level);
  if (!known.deterministic) summary["deterministic"] = false;
  print_result(out + results::dump(summary) + "\n");
  return exit_status(verdict);
}

}  // namespace

ExitStatus run_traces(const config::Options& options, const Log& log) {
  try {
    return answer(options, log, budget_check(options));
  } catch (const BudgetExceeded& e) {
    print_result(results::dump(Json{{"verdict", name_of(Verdict::inconclusive)},
                                    {"reason", e.what()},
                                    {"exhausted", false}}) +
                 "\n");
    return ExitStatus::inconclusive;
  }
}

}  // namespace ldfi::app
