#include "master/programs/replay_schedule.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/base/did_you_mean.hpp"
#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/config/command_line.hpp"
#include "common/minimise/programs/follow.hpp"
#include "common/minimise/smaller_world.hpp"
#include "common/record/summary_text.hpp"
#include "master/life/limits.hpp"
#include "master/session/replay.hpp"
#include "results/json/values.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

/// A difference between the schedule and its execution, such as an event of the schedule that did not happen.
struct Gap {
  /// Line in the file of the schedule, or 0 if the difference is about the whole schedule.
  int line = 0;
  std::string what;
  std::string why;
};

class ScheduleReplay final : public Replay {
 public:
  ScheduleReplay(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log)
      : task_(task),
        file_(file),
        session_(task.options, ranks, log),
        program_(task.program),
        parameters_(task.fspec.parameters()) {}

 protected:
  Session& session() override { return session_; }

  void prepare() override {
    if (std::ranges::count(task_.arguments, "--minimise") == 0) return;
    throw UsageError(
        "--replay-schedule and --minimise exclude each other, except for a file with the steps of "
        "a recording");
  }

  void search() override {
    enter_world();
    const Fspec& fspec = fspec_.emplace(parameters_);
    const auto relations = file_.externals.value_or(task_.options.externals);
    check_relations(relations);
    minimise::Trials trials(
        program_, fspec, minimise::external_facts(program_, relations, fspec.eot()),
        execute::eval_limits(task_.budget(), budget_check(task_.options)), [] {});
    const auto externals = externals_of(trials);
    const auto crashes = crashes_of(fspec);
    const auto expected = deliveries_of(fspec);
    followed_ = minimise::follow(trials, externals, crashes, expected);
    for (const auto& [i, why] : followed_.missing) {
      const ScheduleLine& event = *delivered_[i];
      gaps_.push_back({event.line, event.text, why});
    }
    std::ranges::stable_sort(gaps_, {}, &Gap::line);
    if (!followed_.executed) gaps_.push_back({0, "", "the execution ends in an arithmetic error"});
    if (followed_.executed && !followed_.executed->judgement.overtaken.empty()) {
      gaps_.push_back({0, "", followed_.executed->judgement.overtaken});
    } else if (!followed_.in_order) {
      gaps_.push_back(
          {0, "",
           "with --order fifo a message cannot arrive before an earlier one of its channel"});
    }
  }

  [[nodiscard]] CaseOutcome outcome() const override {
    if (followed_.violates()) return CaseOutcome::violated;
    return gaps_.empty() ? CaseOutcome::not_violated : CaseOutcome::diverged;
  }
  [[nodiscard]] std::string text() const override;
  [[nodiscard]] std::string json() const override;

 private:
  /// Sets the EOT (last tick) of the program and the Fspec to the EOT in the schedule, and removes
  /// the nodes that the schedule does not have.
  void enter_world() {
    if (file_.eot) {
      if (*file_.eot > parameters_.eot) {
        file_.refuse(
            file_.world_line,
            fmt::format("eot: it must be at most the EOT of the Fspec, {}", parameters_.eot));
      }
      parameters_ = minimise::with_eot(parameters_, *file_.eot);
    }
    if (!file_.nodes) return;
    for (const std::string& node : *file_.nodes) node_of(task_.fspec, node, file_.world_line);
    for (const std::string& node : task_.fspec.nodes()) {
      if (std::ranges::find(*file_.nodes, node) != file_.nodes->end()) continue;
      auto program = minimise::without_node(program_, node);
      FspecParameters fspec = minimise::without_node(parameters_, node);
      if (!program || fspec.nodes.empty()) {
        file_.refuse(
            file_.world_line,
            fmt::format("nodes: {} must be listed: a rule names it, or there is no other node",
                        word_or_quoted(node)));
      }
      program_ = std::move(*program);
      parameters_ = std::move(fspec);
    }
  }

  NodeId node_of(const Fspec& fspec, const std::string& name, int line) const {
    if (const auto node = fspec.find(name)) return *node;
    const std::string near = closest(name, fspec.nodes());
    file_.refuse(line, fmt::format("there is no node {}", shown(name)),
                 as_hints(did_you_mean(near)));
  }

  void check_relations(const std::vector<std::string>& relations) const {
    for (const std::string& name : relations) {
      if (task_.program.find(name)) continue;
      file_.refuse(file_.world_line,
                   fmt::format("externals: the program has no relation {}", shown(name)));
    }
  }

  minimise::Elements externals_of(const minimise::Trials& trials) {
    minimise::Elements out;
    for (const ScheduleLine& event : file_.events) {
      if (event.kind != "external") continue;
      const auto is = [&](std::uint32_t i) {
        const dedalus::GivenFact& fact = trials.external(i);
        return fact.at.tick() == event.at && minimise::text_of(program_, fact) == event.text;
      };
      std::uint32_t i = 0;
      while (i < trials.external_count() && !is(i)) ++i;
      if (i < trials.external_count()) {
        out.push_back(i);
      } else {
        gaps_.push_back({event.line, event.text,
                         "the program has no such fact at this tick, or its relation is not listed "
                         "in `externals`"});
      }
    }
    std::ranges::sort(out);
    return out;
  }

  std::vector<Fault> crashes_of(const Fspec& fspec) const {
    std::vector<Fault> out;
    for (const ScheduleLine& event : file_.events) {
      if (event.kind != "crash") continue;
      if ((event.back > 0 || event.works) && fspec.crash_model() != CrashModel::stop) {
        file_.refuse(event.line, "back, after: these keys need crash_model stop");
      }
      out.push_back(minimise::crash_of(fspec, node_of(fspec, event.text, event.line), event.at,
                                       event.back, event.works));
      std::ranges::sort(out);
      if (contradiction(out) == nullptr && fspec.admits(FaultSet(out))) continue;
      file_.refuse(event.line, "the Fspec does not admit this crash");
    }
    return out;
  }

  std::vector<minimise::Expected> deliveries_of(const Fspec& fspec) {
    std::vector<minimise::Expected> out;
    for (const ScheduleLine& event : file_.events) {
      if (event.kind != "deliver") continue;
      const NodeId from = node_of(fspec, event.from, event.line);
      const NodeId to = node_of(fspec, event.to, event.line);
      if (event.late > fspec.delays().latest()) {
        file_.refuse(event.line, fmt::format("late: the Fspec admits at most {}",
                                             counted(fspec.delays().latest(), "tick")));
      }
      out.push_back({from, to, event.text, event.nth, event.late});
      delivered_.push_back(&event);
    }
    return out;
  }

  [[nodiscard]] std::vector<std::string> violated() const {
    return followed_.violates() ? followed_.executed->judgement.violated
                                : std::vector<std::string>{};
  }

  const Task& task_;
  const ScheduleFile& file_;
  Session session_;
  dedalus::Program program_;
  FspecParameters parameters_;
  std::optional<Fspec> fspec_;  ///< failure specification of the execution
  minimise::Followed followed_;
  /// For each delivery that the schedule expects, its line in the file.
  std::vector<const ScheduleLine*> delivered_;
  std::vector<Gap> gaps_;
};

std::string ScheduleReplay::text() const {
  std::set<int> gone;
  for (const Gap& gap : gaps_) gone.insert(gap.line);
  std::string out =
      labelled("schedule", fmt::format("{}: {}", printable(task_.options.replay_schedule),
                                       counted(file_.events.size(), "event")));
  for (int at = 1; at <= fspec_->eot(); ++at) {
    std::string label = fmt::format("tick {}", at);
    const auto say = [&](const std::string& text) {
      out += labelled(label, text);
      label.clear();
    };
    for (const ScheduleLine& event : file_.events) {
      if (event.kind == "deliver" || event.at != at || gone.contains(event.line)) continue;
      say(fmt::format("{:<9} {}", event.kind, printable(event.text)));
    }
    for (const Tick& tick : followed_.ticks) {
      if (tick.tick != at) continue;
      for (const Message& m : tick.arrived) {
        const bool besides =
            std::ranges::find(followed_.unexpected, std::pair(at, m)) != followed_.unexpected.end();
        say(fmt::format("{:<9} {}{}", "deliver", message_in_words(m, *fspec_),
                        besides ? ", which the schedule does not name" : ""));
      }
    }
  }
  for (const Gap& gap : gaps_) {
    out += labelled("diverged", gap.line == 0 ? printable(gap.why)
                                              : fmt::format("line {}: {}: {}", gap.line,
                                                            printable(gap.what), gap.why));
  }
  for (const std::string& tuple : violated()) {
    out += labelled("violated", printable(tuple));
  }
  return out + labelled("outcome", name_of(outcome()));
}

std::string ScheduleReplay::json() const {
  results::Json diverged = results::Json::array();
  for (const Gap& gap : gaps_) {
    diverged.push_back({{"line", gap.line}, {"text", gap.what}, {"why", gap.why}});
  }
  results::Json arrived = results::Json::array();
  for (const Tick& tick : followed_.ticks) {
    for (const Message& m : tick.arrived) {
      arrived.push_back(
          {{"at", tick.tick},
           {"from", fspec_->name(m.from)},
           {"to", fspec_->name(m.to)},
           {"fact", m.head},
           {"late", m.late},
           {"named", std::ranges::find(followed_.unexpected, std::pair(tick.tick, m)) ==
                         followed_.unexpected.end()}});
    }
  }
  return results::dump({{"replay", name_of(outcome())},
                        {"program", task_.file_names()},
                        {"schedule", task_.options.replay_schedule},
                        {"violated", violated()},
                        {"diverged", std::move(diverged)},
                        {"arrived", std::move(arrived)},
                        {"version", config::version()}}) +
         "\n";
}

}  // namespace

ExitStatus run_schedule(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log,
                        Watch& watch) {
  return ScheduleReplay(task, file, ranks, log).run(task.arguments, watch);
}

}  // namespace ldfi::app
