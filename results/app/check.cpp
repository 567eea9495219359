#include "results/app/check.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "common/base/diagnostic.hpp"
#include "common/systems/check/check.hpp"
#include "results/app/output.hpp"
#include "results/json/values.hpp"
#include "results/views/history/history_file.hpp"

namespace ldfi::results {
namespace {

/// Numbers of operations of one history, counted by their results.
struct Operations {
  std::size_t all = 0;
  std::size_t answered = 0;
};

Operations count(const check::History& history) {
  Operations out;
  for (const check::Call& call : history.calls) {
    ++out.all;
    if (call.returned) ++out.answered;
  }
  return out;
}

const char* result_of(const check::Judgement& judged) {
  if (!judged.violated.empty()) return "violated";
  if (!judged.undecided.empty()) return "undecided";
  return judged.judged ? "passes" : "vacuous";
}

ExitStatus status_of(const check::Judgement& judged) {
  if (!judged.violated.empty()) return ExitStatus::counterexample;
  const bool passes = judged.undecided.empty() && judged.judged;
  return passes ? ExitStatus::certified : ExitStatus::inconclusive;
}

std::string checker_text(const CommandLine& line) {
  std::string out = systems::checker_names().at(static_cast<std::size_t>(line.checker));
  if (line.checker == systems::Checker::txn) {
    out += ", " + systems::consistency_names().at(static_cast<std::size_t>(line.consistency));
  }
  for (const systems::AcceptWord& one : systems::accept_words()) {
    if (line.accept.*(one.field)) out += fmt::format(", accepts {}", one.name);
  }
  return out;
}

std::string text_of(const CommandLine& line, const check::Judgement& judged,
                    const Operations& calls) {
  const auto row = [](const char* name, const std::string& value) {
    return fmt::format("{:<14}{}\n", name, value);
  };
  std::string out = row("result", result_of(judged));
  if (!judged.undecided.empty()) out += row("reason", printable(judged.undecided));
  if (out.starts_with("result        vacuous")) {
    out += row("reason", "the checker judged no operation (docs/reference/checkers.md, Results)");
  }
  out += row("checker", checker_text(line));
  out += row("history", printable(line.file));
  out += row("operations", fmt::format("{}, of which {} were answered", calls.all, calls.answered));
  for (const std::string& one : judged.violated) out += row("violated", printable(one));
  return out;
}

std::string json_of(const CommandLine& line, const check::Judgement& judged,
                    const Operations& calls) {
  Json out{{"result", result_of(judged)}, {"checker", checker_text(line)},
           {"history", line.file},        {"operations", calls.all},
           {"answered", calls.answered},  {"violated", judged.violated}};
  if (!judged.undecided.empty()) out["reason"] = judged.undecided;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

int check_history(const CommandLine& line, Stage& stage) {
  stage.computing();
  std::error_code unknown;
  if (std::filesystem::is_directory(line.file, unknown)) {
    throw EnvironmentError(fmt::format("{}: it is a folder", line.file));
  }
  std::ifstream stream(line.file, std::ios::binary);
  if (!stream) {
    throw EnvironmentError(
        fmt::format("{}: {}", line.file, std::generic_category().message(errno)));
  }
  const RecordedHistory recorded = read_history_file(stream, line.file, line.checker);
  if (stream.bad()) throw EnvironmentError(fmt::format("{}: reading it failed", line.file));
  systems::Goals goals{.checker = line.checker, .consistency = line.consistency};
  goals.no_exit = false;
  goals.accept = line.accept;
  goals.accept.initial_null = goals.accept.initial_null || recorded.accept.initial_null;
  const check::Judgement judged = check::judge(goals, recorded.history);
  const Operations calls = count(recorded.history);
  stage.writing();
  write_output(line.output,
               line.json ? json_of(line, judged, calls) : text_of(line, judged, calls));
  return static_cast<int>(status_of(judged));
}

}  // namespace ldfi::results
