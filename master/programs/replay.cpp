#include "master/programs/replay.hpp"

#include <fmt/core.h>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "common/config/command_line.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/trace/make_trace.hpp"
#include "common/record/summary_text.hpp"
#include "master/life/failure.hpp"
#include "master/life/limits.hpp"
#include "master/programs/judged.hpp"
#include "master/task/dropped.hpp"
#include "results/json/values.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

struct Replayed {
  Trace trace;
  eval::Judgement judgement;
};

/// The only fault sets that an execution alone shows to be none of the Fspec.
[[noreturn]] void refuse_overtaking(const std::string& text, const std::string& overtaken) {
  SourceSet sources;
  const FileId file = sources.add("--replay", text);
  throw SourcedError({{Severity::error,
                       "fault-not-admitted",
                       {file, 1, 1, static_cast<int>(text.size())},
                       "with --order fifo this fault set is not admitted: " + overtaken,
                       {}}},
                     sources);
}

Replayed execute(const Task& task, const FaultSet& faults, const Log& log) {
  DroppedMessages dropped(task, log);
  const auto limits =
      dropped.watch(execute::eval_limits(task.budget(), budget_check(task.options)));
  return with_sources(task.program.sources, [&]() -> Replayed {
    const auto failure_free = eval::run(task.program, task.fspec, {}, limits);
    const auto model = eval::run(task.program, task.fspec, faults, limits);
    const auto judgement = eval::judge(task.program, task.fspec, *model, *failure_free);
    if (!judgement.overtaken.empty()) refuse_overtaking(*task.options.replay, judgement.overtaken);
    return {trace::make_trace(task.program, task.fspec, {faults, *model, judgement}, limits, 0),
            judgement};
  });
}

std::string message_text(const Task& task, const Message& m) {
  return fmt::format("{} -> {}  {}{}", word_or_quoted(task.fspec.name(m.from)),
                     word_or_quoted(task.fspec.name(m.to)), printable(m.head),
                     lateness_in_words(m));
}

std::string as_text(const Task& task, const Replayed& replayed) {
  const Trace& trace = replayed.trace;
  std::string out;
  const auto line = [&out](const std::string& label, const std::string& text) {
    out += labelled(label, text);
  };
  line("faults", to_text(trace.faults, task.fspec));
  for (const Tick& tick : trace.ticks) {
    std::string label = fmt::format("tick {}", tick.tick);
    const auto say = [&](const std::string& text) {
      line(label, text);
      label.clear();
    };
    for (const NodeId node : tick.restarts) {
      say(fmt::format("restart  {}", word_or_quoted(task.fspec.name(node))));
    }
    for (const NodeId node : tick.crashes) {
      say(fmt::format("crash    {}", word_or_quoted(task.fspec.name(node))));
    }
    for (const FailedWrite& failed : trace.faults.all<FailedWrite>()) {
      if (!failed.fails(Time(tick.tick))) continue;
      say(fmt::format("fails    {} at {}", trace.stored(failed.relation),
                      word_or_quoted(task.fspec.name(failed.node))));
    }
    for (const Message& m : tick.lost) say("lost     " + message_text(task, m));
    for (const Message& m : tick.arrived) say("arrives  " + message_text(task, m));
    if (!label.empty()) say("-");
  }
  const auto list = [&line](const std::string& label, const std::vector<std::string>& tuples) {
    if (tuples.empty()) line(label, "-");
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      line(i == 0 ? label : "", printable(tuples[i]));
    }
  };
  if (task.program.pre || task.program.post || task.program.specifications.empty()) {
    list("pre", trace.pre);
    list("post", trace.post);
  }
  list("violated", trace.violated);
  line("outcome", outcome_in_words(task.program, replayed.judgement));
  return out;
}

std::string as_json(const Task& task, const Replayed& replayed) {
  const Trace& trace = replayed.trace;
  results::Json out = {{"replay", trace.holds() ? "holds" : "violates"},
                       {"program", task.file_names()},
                       {"faults", to_text(trace.faults, task.fspec)},
                       {"violated", trace.violated},
                       {"pre", trace.pre},
                       {"post", trace.post},
                       {"ticks", results::ticks_json(trace)},
                       {"version", config::version()}};
  add_specifications(task.program, task.fspec, replayed.judgement, out);
  return results::dump(out) + "\n";
}

}  // namespace

ExitStatus run_replay(const Task& task, const Log& log) {
  LDFI_REQUIRE(task.replay.has_value(), "--replay names a fault set");
  const Replayed replayed = execute(task, *task.replay, log);
  print_result(task.options.summary == config::SummaryFormat::json ? as_json(task, replayed)
                                                                   : as_text(task, replayed));
  return eval::counts(task.program, replayed.judgement) ? ExitStatus::counterexample
                                                        : ExitStatus::certified;
}

}  // namespace ldfi::app
