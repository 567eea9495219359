#include "master/programs/replay_steps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "common/base/files/file.hpp"
#include "common/base/text.hpp"
#include "common/config/options.hpp"
#include "common/minimise/steps/steps.hpp"
#include "common/record/summary_text.hpp"
#include "master/face/run_record.hpp"
#include "master/life/limits.hpp"
#include "master/programs/steps_record.hpp"
#include "master/session/replay.hpp"
#include "master/task/record.hpp"
#include "results/hdf5/hdf5_sink.hpp"
#include "results/json/values.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {
namespace {

using minimise::Elements;
using minimise::Matching;
using minimise::StepFate;
using minimise::StepsFollowed;
using Kind = StepFate::Kind;

class StepsReplay final : public Replay {
 public:
  StepsReplay(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log)
      : task_(task),
        file_(file),
        session_(task.options, ranks, log),
        program_(without_externals()),
        fspec_(world()),
        output_(minimised_name(task.options.output)) {}

 protected:
  Session& session() override { return session_; }

  void prepare() override {
    const MinimiseBy by = task_.options.minimise_by;
    if (by != MinimiseBy::search && by != MinimiseBy::ddmin) {
      throw UsageError("--minimise-by exact, recording and type are for programs");
    }
    if (task_.options.minimise) {
      refuse_inputs(task_, {output_});
      results::Hdf5Sink(output_).probe();
    }
  }

  void search() override {
    limits_ = execute::eval_limits(task_.budget(), check_);
    follower_.emplace(program_, fspec_, steps(), limits_, [this] { count_execution(); });
    Elements all(follower_->steps().size());
    std::iota(all.begin(), all.end(), 0U);
    followed_ = follower_->follow(all, Matching::recording);
    try {
      since_ = violated_since(*follower_, followed_);
    } catch (const BudgetExceeded&) {  // the result then only lacks the step from which on the
                                       // invariant is violated
    }
  }

  void minimise() override {
    if (!task_.options.minimise || !followed_.violates()) return;
    smaller_ = smaller_steps({program_, fspec_, file_, limits_, [this] { count_execution(); },
                              executions_, check_, states()},
                             *follower_, followed_);
  }

  void store() override {
    if (smaller_) store(*smaller_);
  }

  [[nodiscard]] CaseOutcome outcome() const override {
    if (followed_.violates()) return CaseOutcome::violated;
    return diverges(followed_) ? CaseOutcome::diverged : CaseOutcome::not_violated;
  }
  [[nodiscard]] std::string text() const override;
  [[nodiscard]] std::string json() const override;

 private:
  void count_execution() {
    if (check_) check_();
    const std::uint64_t most = task_.options.max_runs.value_or(0);
    if (most > 0 && executions_ >= most) {
      throw BudgetExceeded(
          "runs", fmt::format("--max-runs {}: it takes more executions to follow it", most));
    }
    ++executions_;
  }

  /// Stores the smaller recording as the results of a run. If this is impossible, notes the reason in
  /// `unstored_`.
  void store(const SmallerSteps& smaller) {
    try {
      const StepsRecord found = steps_record(task_, file_, smaller);
      unstored_ = found.problem;
      if (found.problem.empty()) {
        results::Hdf5Sink(output_).write(found.record);
        stored_ = true;
      } else {
        files::set_aside(output_);  // keeps a file of an older run under another name
      }
    } catch (const BudgetExceeded& e) {  // the smaller recording is then printed but not stored
      unstored_ = "out of " + e.budget();
      files::set_aside(output_);
    }
  }

  /// Returns how many states the search for shorter orders of the steps may store, or 0 if the user
  /// did not request this search.
  [[nodiscard]] std::uint64_t states() const {
    const config::Options& o = task_.options;
    if (o.minimise_by != MinimiseBy::search) return 0;
    return std::min(o.minimise_runs * states_of_a_run, most_states);
  }

  /// Returns the program without the external events that its sources give, because the recording has all
  /// external events.
  [[nodiscard]] dedalus::Program without_externals() const {
    dedalus::Program out = task_.program;
    const auto relations = file_.externals.value_or(task_.options.externals);
    std::erase_if(out.facts, [&](const dedalus::GivenFact& fact) {
      return std::ranges::find(relations, out.relation(fact.relation).name) != relations.end();
    });
    if (!out.pre)
      file_.refuse(0, "a recording is judged by `pre` and `post`, but the program has no pre");
    const bool events = std::ranges::any_of(
        out.relations, [](const dedalus::Relation& one) { return one.event.has_value(); });
    if (events)
      file_.refuse(0, "a program that reads events of messages cannot follow a recording");
    return out;
  }

  /// Returns the Fspec of the execution, in which no node crashes and the recording decides when messages
  /// arrive.
  [[nodiscard]] Fspec world() const {
    const ScheduleLine& last = file_.events.back();
    if (last.at > most_ticks) {
      file_.refuse(last.line, fmt::format("at: a schedule has at most {} ticks", most_ticks));
    }
    if (file_.eot || file_.nodes) {
      file_.refuse(file_.world_line,
                   "eot, nodes: leave them out: a recording has the nodes and ticks of its program "
                   "and its steps");
    }
    FspecParameters out;
    out.nodes = task_.fspec.nodes();
    out.eot = last.at + 2;
    out.eff = 0;
    out.crashes = 0;
    return Fspec(std::move(out));
  }

  [[nodiscard]] minimise::StepFact said(const ScheduleLine& event, const std::string& text) const {
    if (auto out = minimise::read_step_fact(program_, text)) return std::move(*out);
    file_.refuse(event.line, fmt::format("the program has no {}", printable(text.substr(0, 200))),
                 {"the relation does not exist, has other columns, or no rule and no fact has one "
                  "of these values"});
  }

  [[nodiscard]] NodeId node(const ScheduleLine& event, const std::string& name) const {
    if (const auto out = fspec_.find(name)) return *out;
    file_.refuse(event.line, fmt::format("there is no node {}", shown(name)));
  }

  /// Throws SourcedError if the recorded origin of a step contradicts its fact. An external event
  /// has no origin. The origin of any other fact is the node itself, or a node that sends a message
  /// to it.
  void check_origin(const ScheduleLine& event, const minimise::StepFact& fact) const {
    const std::string& name = program_.relation(fact.relation).name;
    const auto externals = file_.externals.value_or(task_.options.externals);
    const bool external = std::ranges::find(externals, name) != externals.end();
    if (!external && event.from.empty() && event.after.empty()) {
      file_.refuse(event.line, "fact: " + word_or_quoted(name) + " is not one of `externals`");
    }
    if (!event.from.empty() && program_.symbols.find(event.to) != fact.tuple.front()) {
      file_.refuse(event.line, "fact: it does not hold at " + word_or_quoted(event.to));
    }
  }

  [[nodiscard]] std::vector<minimise::Step> steps() const {
    std::vector<minimise::Step> out;
    for (const ScheduleLine& event : file_.events) {
      minimise::Step step{event.at, said(event, event.text)};
      if (!event.from.empty()) step.channel = {node(event, event.from), node(event, event.to)};
      if (!event.own.empty()) step.own = said(event, event.own);
      if (!event.after.empty()) step.after = said(event, event.after);
      check_origin(event, step.fact);
      out.push_back(std::move(step));
    }
    return out;
  }

  static bool diverges(const StepsFollowed& followed) {
    return !followed.executed || std::ranges::any_of(followed.fates, [](const StepFate& fate) {
      return fate.kind == Kind::missing;
    });
  }

  static Elements followed_steps(const StepsFollowed& followed) {
    Elements out;
    for (std::uint32_t i = 0; i < followed.fates.size(); ++i) {
      const Kind kind = followed.fates[i].kind;
      if (kind != Kind::missing && kind != Kind::left_out) out.push_back(i);
    }
    return out;
  }

  /// Returns the first step from which on the invariant is violated until the last step. Returns
  /// nullopt if the invariant holds at the last step.
  static std::optional<std::uint32_t> violated_since(minimise::StepFollower& follower,
                                                     const StepsFollowed& followed) {
    if (!followed.violates()) return std::nullopt;
    Elements few = followed_steps(followed);
    std::uint32_t out = few.empty() ? 0 : few.back();
    while (!few.empty()) {
      out = few.back();
      few.pop_back();
      if (!follower.follow(few, Matching::recording).violates()) break;
    }
    follower.follow(followed_steps(followed), Matching::recording);
    return out;
  }

  [[nodiscard]] std::string text_of_step(const minimise::StepFollower& follower, std::size_t i,
                                         const StepFate& fate) const {
    const ScheduleLine& event = file_.events[i];
    const bool there = fate.kind != Kind::missing && fate.kind != Kind::left_out;
    const std::string text = there ? follower.text_of(fate.fact) : event.text;
    return channel_of(event.from, event.to) + printable(text);
  }

  static std::string channel_of(const std::string& from, const std::string& to) {
    if (from.empty()) return "";
    return fmt::format("{} -> {}  ", word_or_quoted(from), word_or_quoted(to));
  }

  static std::string_view why(const ScheduleLine& event) {
    if (event.from.empty())
      return "the node has not sent this message to itself, or the message has already arrived";
    return "the message was not sent, or has already arrived";
  }

  [[nodiscard]] std::string list(const minimise::StepFollower& follower,
                                 const StepsFollowed& followed) const {
    std::string out;
    for (std::size_t i = 0; i < followed.fates.size(); ++i) {
      const StepFate& fate = followed.fates[i];
      if (fate.kind == Kind::left_out) continue;
      const std::string text = text_of_step(follower, i, fate);
      const ScheduleLine& event = file_.events[i];
      const std::string label = fmt::format("tick {}", event.at);
      out += fate.kind == Kind::missing
                 ? labelled(label, fmt::format("diverged  {}: {}", text, why(event)))
                 : labelled(label, fmt::format("followed  {}", text));
    }
    return out;
  }

  [[nodiscard]] std::string as_text(const SmallerSteps& smaller) const {
    std::string out = labelled("minimised", counted(smaller.steps.size(), "step"));
    const char* const row = "  {:<10}  {:>5}  {:>10}  {:>8}  {:>8}  {}\n";
    out += fmt::format(fmt::runtime(row), "stage", "steps", "executions", "states", "at least",
                       "claim");
    for (const StepsStage& stage : smaller.stages) {
      std::string line =
          fmt::format(fmt::runtime(row), stage.name, stage.steps, stage.executions,
                      stage.bound ? std::to_string(stage.states) : "-",
                      stage.bound ? std::to_string(*stage.bound) : "-", printable(stage.claim));
      line.erase(line.find_last_not_of(" \n") + 1);
      out += line + "\n";
    }
    for (const StepLeft& step : smaller.steps) {
      out += labelled(fmt::format("tick {}", step.at),
                      "followed  " + channel_of(step.from, step.to) + printable(step.fact));
    }
    for (const std::string& tuple : smaller.violated) out += labelled("violated", printable(tuple));
    if (stored_) out += labelled("results", printable(output_));
    if (!unstored_.empty()) out += labelled("results", "none: " + printable(unstored_));
    return out;
  }

  [[nodiscard]] static results::Json steps_as_json(const std::vector<StepLeft>& steps) {
    results::Json out = results::Json::array();
    for (const StepLeft& step : steps) {
      out.push_back({{"at", step.at},
                     {"line", step.line > 0 ? results::Json(step.line) : results::Json()},
                     {"from", step.from},
                     {"to", step.to},
                     {"fact", step.fact}});
    }
    return out;
  }

  static constexpr int most_ticks = 2'000;
  /// While one execution runs, the search for shorter orders of the steps stores about so many
  /// states.
  static constexpr std::uint64_t states_of_a_run = 50;
  static constexpr std::uint64_t most_states = 2'000'000'000;

  const Task& task_;
  const ScheduleFile& file_;
  Session session_;
  const dedalus::Program program_;
  const Fspec fspec_;
  const std::string output_;
  const BudgetCheck check_ = budget_check(task_.options);
  eval::EvalLimits limits_;
  std::optional<minimise::StepFollower> follower_;
  StepsFollowed followed_;
  std::optional<std::uint32_t> since_;  ///< result of violated_since()
  std::optional<SmallerSteps> smaller_;
  bool stored_ = false;
  std::string unstored_;  ///< reason why the results were not stored, or empty
  std::uint64_t executions_ = 0;
};

std::string StepsReplay::text() const {
  std::string out =
      labelled("recording", fmt::format("{}: {}", printable(task_.options.replay_schedule),
                                        counted(file_.events.size(), "step")));
  out += list(*follower_, followed_);
  if (!followed_.executed) out += labelled("diverged", "it ends in an arithmetic error");
  out += labelled("followed", fmt::format("{} of {}", followed_steps(followed_).size(),
                                          counted(file_.events.size(), "step")));
  for (const std::string& tuple : followed_.violated) out += labelled("violated", printable(tuple));
  if (since_) {
    out += labelled("", fmt::format("since tick {}, line {}", file_.events[*since_].at,
                                    file_.events[*since_].line));
  }
  if (smaller_) out += as_text(*smaller_);
  return out + labelled("outcome", name_of(outcome()));
}

std::string StepsReplay::json() const {
  results::Json diverged = results::Json::array();
  for (std::size_t i = 0; i < followed_.fates.size(); ++i) {
    if (followed_.fates[i].kind != Kind::missing) continue;
    const ScheduleLine& event = file_.events[i];
    diverged.push_back({{"line", event.line}, {"text", event.text}, {"why", why(event)}});
  }
  if (!followed_.executed) {
    diverged.push_back({{"line", 0}, {"text", ""}, {"why", "arithmetic error"}});
  }
  results::Json out = {
      {"replay", name_of(outcome())},
      {"program", task_.file_names()},
      {"schedule", task_.options.replay_schedule},
      {"violated", followed_.violated},
      {"diverged", std::move(diverged)},
      {"steps", file_.events.size()},
      {"followed", steps_as_json(steps_left(*follower_, file_, followed_))},
      {"since", since_ ? results::Json(file_.events[*since_].at) : results::Json()},
      {"version", config::version()}};
  if (smaller_) {
    results::Json stages = results::Json::array();
    for (const StepsStage& stage : smaller_->stages) {
      stages.push_back({{"stage", stage.name},
                        {"steps", stage.steps},
                        {"executions", stage.executions},
                        {"states", stage.states},
                        {"bound", stage.bound ? results::Json(*stage.bound) : results::Json()},
                        {"claim", stage.claim}});
    }
    out["minimisation"] = {{"stages", std::move(stages)},
                           {"ended", smaller_->ended},
                           {"externals", smaller_->externals},
                           {"violated", smaller_->violated},
                           {"steps", steps_as_json(smaller_->steps)},
                           {"output", stored_ ? results::Json(output_) : results::Json()}};
  }
  return results::dump(out) + "\n";
}

}  // namespace

ExitStatus run_steps(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log,
                     Watch& watch) {
  return StepsReplay(task, file, ranks, log).run(task.arguments, watch);
}

}  // namespace ldfi::app
