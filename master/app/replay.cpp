#include "master/app/replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "common/config/command_line.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "master/app/dropped.hpp"
#include "master/app/limits.hpp"
#include "master/life/failure.hpp"
#include "results/trace/story.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

struct Execution {
  eval::Judgement judgement;
  std::vector<std::string> pre;
  std::vector<std::string> post;
  std::vector<Tick> ticks;
};

std::vector<std::string> tuples_at_eot(const Task& task, std::optional<RelationId> relation,
                                       const eval::Model& model) {
  std::vector<std::string> out;
  if (!relation) return out;
  for (const auto& tuple : model.tuples(*relation, Time(task.fspec.eot()))) {
    out.push_back(task.program.tuple_text(*relation, tuple.data()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

Execution execute(const Task& task, const FaultSet& faults, const Log& log) {
  DroppedMessages dropped(task, log);
  const auto limits =
      dropped.watch(execute::eval_limits(task.budget(), budget_check(task.options)));
  return with_sources(task.program.sources, [&] {
    const auto failure_free = eval::run(task.program, task.fspec, {}, limits);
    const auto model = eval::run(task.program, task.fspec, faults, limits);
    Execution out;
    out.judgement = eval::judge(task.program, task.fspec, *model, *failure_free);
    out.pre = tuples_at_eot(task, task.program.pre, *model);
    out.post = tuples_at_eot(task, task.program.post, *model);
    out.ticks = results::tell(task.program, task.fspec, faults, *model, limits);
    return out;
  });
}

std::string message_text(const Task& task, const Message& m) {
  return fmt::format("{} -> {}  {}", word_or_quoted(task.fspec.name(m.from)),
                     word_or_quoted(task.fspec.name(m.to)), printable(m.head));
}

std::string as_text(const Task& task, const FaultSet& faults, const Execution& e) {
  std::string out;
  const auto line = [&out](const std::string& label, const std::string& text) {
    out += fmt::format("{:<14}{}\n", label, text);
  };
  line("faults", to_text(faults, task.fspec));
  for (const Tick& tick : e.ticks) {
    std::string label = fmt::format("tick {}", tick.tick);
    const auto say = [&](const std::string& text) {
      line(label, text);
      label.clear();
    };
    for (const NodeId node : tick.crashes) {
      say(fmt::format("crash    {}", word_or_quoted(task.fspec.name(node))));
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
  list("pre", e.pre);
  list("post", e.post);
  list("violated", e.judgement.violated);
  line("outcome", e.judgement.holds() ? "holds" : "violates");
  return out;
}

std::string as_json(const Task& task, const FaultSet& faults, const Execution& e) {
  using nlohmann::ordered_json;
  const auto messages = [&task](const std::vector<Message>& list) {
    ordered_json out = ordered_json::array();
    for (const Message& m : list) {
      out.push_back(
          {{"from", task.fspec.name(m.from)}, {"to", task.fspec.name(m.to)}, {"tuple", m.head}});
    }
    return out;
  };
  ordered_json ticks = ordered_json::array();
  for (const Tick& tick : e.ticks) {
    ordered_json crashes = ordered_json::array();
    for (const NodeId node : tick.crashes) crashes.push_back(task.fspec.name(node));
    ticks.push_back({{"tick", tick.tick},
                     {"crashes", crashes},
                     {"lost", messages(tick.lost)},
                     {"arrived", messages(tick.arrived)}});
  }
  const ordered_json out = {{"replay", e.judgement.holds() ? "holds" : "violates"},
                            {"program", task.sources.programs},
                            {"faults", to_text(faults, task.fspec)},
                            {"violated", e.judgement.violated},
                            {"pre", e.pre},
                            {"post", e.post},
                            {"ticks", ticks},
                            {"version", config::version()}};
  return out.dump(-1, ' ', true, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

ExitStatus run_replay(const Task& task, const Log& log) {
  LDFI_REQUIRE(task.replay.has_value(), "--replay names a fault set");
  const Execution e = execute(task, *task.replay, log);
  print_result(task.options.summary == config::SummaryFormat::json
                   ? as_json(task, *task.replay, e)
                   : as_text(task, *task.replay, e));
  return e.judgement.holds() ? ExitStatus::certified : ExitStatus::counterexample;
}

}  // namespace ldfi::app
