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
#include "master/programs/outcome_text.hpp"
#include "master/programs/replay_schedule.hpp"
#include "master/programs/replay_steps.hpp"
#include "master/session/replay.hpp"
#include "master/task/dropped_messages.hpp"
#include "results/json/values.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

/// Throws SourcedError for a fault set under which a message overtakes another message although channels are
/// fifo. Only an execution shows this, so the check before the execution cannot reject such a fault set.
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

/// The execution of the fault set that --replay gives.
class FaultSetReplay final : public Replay {
 public:
  FaultSetReplay(const Task& task, Ranks& ranks, const Log& log)
      : task_(task), log_(log), session_(task.options, ranks, log) {}

 protected:
  Session& session() override { return session_; }

  void search() override {
    DroppedMessages dropped(task_, log_);
    const auto limits =
        dropped.watch(execute::eval_limits(task_.budget(), budget_check(task_.options)));
    with_sources(task_.program.sources, [&] {
      const auto failure_free = eval::run(task_.program, task_.fspec, {}, limits);
      const auto model = eval::run(task_.program, task_.fspec, *task_.replay, limits);
      judgement_ = eval::judge(task_.program, task_.fspec, *model, *failure_free);
      if (!judgement_.overtaken.empty()) {
        refuse_overtaking(*task_.options.replay, judgement_.overtaken);
      }
      trace_ = trace::make_trace(task_.program, task_.fspec, {*task_.replay, *model, judgement_},
                                 limits, 0);
    });
  }

  [[nodiscard]] CaseOutcome outcome() const override {
    return eval::counts(task_.program, judgement_) ? CaseOutcome::violated
                                                   : CaseOutcome::not_violated;
  }
  [[nodiscard]] std::string text() const override;
  [[nodiscard]] std::string json() const override;

 private:
  const Task& task_;
  const Log& log_;
  Session session_;
  Trace trace_;
  eval::Judgement judgement_;
};

std::string FaultSetReplay::text() const {
  std::string out;
  const auto line = [&out](const std::string& label, const std::string& text) {
    out += labelled(label, text);
  };
  line("faults", to_text(trace_.faults, task_.fspec));
  for (const Tick& tick : trace_.ticks) {
    std::string label = fmt::format("tick {}", tick.tick);
    const auto say = [&](const std::string& text) {
      line(label, text);
      label.clear();
    };
    for (const NodeId node : tick.restarts) {
      say(fmt::format("restart  {}", word_or_quoted(task_.fspec.name(node))));
    }
    for (const NodeId node : tick.crashes) {
      say(fmt::format("crash    {}", word_or_quoted(task_.fspec.name(node))));
    }
    for (const FailedWrite& failed : trace_.faults.all<FailedWrite>()) {
      if (!failed.fails(Time(tick.tick))) continue;
      say(fmt::format("fails    {} at {}", trace_.stored(failed.relation),
                      word_or_quoted(task_.fspec.name(failed.node))));
    }
    for (const Message& m : tick.lost) say("lost     " + message_in_words(m, task_.fspec));
    for (const Message& m : tick.arrived) say("arrives  " + message_in_words(m, task_.fspec));
    if (!label.empty()) say("-");
  }
  const auto list = [&line](const std::string& label, const std::vector<std::string>& tuples) {
    if (tuples.empty()) line(label, "-");
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      line(i == 0 ? label : "", printable(tuples[i]));
    }
  };
  if (task_.program.pre || task_.program.post || task_.program.specifications.empty()) {
    list("pre", trace_.pre);
    list("post", trace_.post);
  }
  list("violated", trace_.violated);
  line("outcome", outcome_in_words(task_.program, judgement_));
  return out;
}

std::string FaultSetReplay::json() const {
  results::Json out = {{"replay", trace_.holds() ? "holds" : "violates"},
                       {"program", task_.file_names()},
                       {"faults", to_text(trace_.faults, task_.fspec)},
                       {"violated", trace_.violated},
                       {"pre", trace_.pre},
                       {"post", trace_.post},
                       {"ticks", results::ticks_json(trace_)},
                       {"version", config::version()}};
  add_specifications(task_.program, task_.fspec, judgement_, out);
  return results::dump(out) + "\n";
}

}  // namespace

ExitStatus run_replay(const Task& task, Ranks& ranks, const Log& log, Watch& watch) {
  if (task.replay) return FaultSetReplay(task, ranks, log).run(task.arguments, watch);
  const std::string& name = task.options.replay_schedule;
  LDFI_REQUIRE(!name.empty(), "the task has a fault set or a schedule");
  const ScheduleFile file = read_schedule_file(name);
  if (file.is_recording()) return run_steps(task, file, ranks, log, watch);
  return run_schedule(task, file, ranks, log, watch);
}

}  // namespace ldfi::app
