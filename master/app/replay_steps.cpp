#include "master/app/replay_steps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "common/base/text.hpp"
#include "common/record/summary_text.hpp"
#include "master/face/log.hpp"
#include "master/life/limits.hpp"
#include "results/json/values.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/minimise/steps.hpp"

namespace ldfi::app {
namespace {

using execute::Matching;
using execute::StepFate;
using execute::StepsFollowed;
using minimise::Elements;
using Kind = StepFate::Kind;

struct StageRow {
  std::string name;
  std::size_t steps = 0;
  std::uint64_t executions = 0;
  std::string claim;
};

/// What is left of a recording.
struct Smaller {
  std::vector<StageRow> stages;
  Elements steps;
  StepsFollowed followed;
  std::string ended;  ///< the budget that ended it
};

class Steps {
 public:
  Steps(const Task& task, const ScheduleFile& file)
      : task_(task), file_(file), program_(without_externals()), fspec_(world()) {}

  ExitStatus run() {
    const BudgetCheck check = budget_check(task_.options);
    const std::uint64_t most = task_.options.max_runs.value_or(0);
    execute::StepFollower follower(program_, fspec_, steps(),
                                   execute::eval_limits(task_.budget(), check), [&] {
                                     if (check) check();
                                     if (most > 0 && executions_ >= most) {
                                       throw BudgetExceeded("runs", "runs");
                                     }
                                     ++executions_;
                                   });
    Elements all(follower.steps().size());
    std::iota(all.begin(), all.end(), 0U);
    const StepsFollowed followed = follower.follow(all, Matching::recording);
    const auto since = violated_since(follower, followed);
    std::optional<Smaller> smaller;
    if (task_.options.minimise && followed.violates()) smaller = minimised(follower, followed);
    const bool json = task_.options.summary == config::SummaryFormat::json;
    print_result(json ? as_json(follower, followed, since, smaller)
                      : as_text(follower, followed, since, smaller));
    if (followed.violates()) return ExitStatus::counterexample;
    return diverges(followed) ? ExitStatus::inconclusive : ExitStatus::certified;
  }

 private:
  /// The recording says which external events there are.
  [[nodiscard]] dedalus::Program without_externals() const {
    dedalus::Program out = task_.program;
    const auto relations = file_.externals.value_or(task_.options.externals);
    std::erase_if(out.facts, [&](const dedalus::GivenFact& fact) {
      return std::ranges::find(relations, out.relation(fact.relation).name) != relations.end();
    });
    if (!out.pre) file_.refuse(0, "a recording is judged by `pre` and `post`: there is no pre");
    const bool events = std::ranges::any_of(
        out.relations, [](const dedalus::Relation& one) { return one.event.has_value(); });
    if (events) file_.refuse(0, "a program that reads events of messages follows no recording");
    return out;
  }

  /// Nothing but the recording says when messages arrive, and each node lives.
  [[nodiscard]] Fspec world() const {
    const ScheduleLine& last = file_.events.back();
    if (last.at > most_ticks) {
      file_.refuse(last.line, fmt::format("at: there are at most {} ticks", most_ticks));
    }
    if (file_.eot || file_.nodes) {
      file_.refuse(file_.world_line,
                   "eot, nodes: of a recording its steps and the program say them");
    }
    FspecParameters out;
    out.nodes = task_.fspec.nodes();
    out.eot = last.at + 2;
    out.eff = 0;
    out.crashes = 0;
    return Fspec(std::move(out));
  }

  [[nodiscard]] execute::Said said(const ScheduleLine& event, const std::string& text) const {
    if (auto out = execute::said_in(program_, text)) return std::move(*out);
    file_.refuse(event.line, fmt::format("the program has no {}", printable(text.substr(0, 200))),
                 {"there is no such relation, its columns are others, or no rule and no fact names "
                  "one of the texts"});
  }

  [[nodiscard]] NodeId node(const ScheduleLine& event, const std::string& name) const {
    if (const auto out = fspec_.find(name)) return *out;
    file_.refuse(event.line,
                 fmt::format("there is no node {}", word_or_quoted(name.substr(0, 60))));
  }

  /// A fact comes from outside if it is an external event, and from another node to where it holds.
  void check_origin(const ScheduleLine& event, const execute::Said& fact) const {
    const std::string& name = program_.relation(fact.relation).name;
    const auto externals = file_.externals.value_or(task_.options.externals);
    const bool external = std::ranges::find(externals, name) != externals.end();
    if (!external && event.from.empty() && event.after.empty()) {
      file_.refuse(event.line, "fact: " + word_or_quoted(name) + " is none of `externals`");
    }
    if (!event.from.empty() && program_.symbols.find(event.to) != fact.tuple.front()) {
      file_.refuse(event.line, "fact: it does not hold at " + word_or_quoted(event.to));
    }
  }

  [[nodiscard]] std::vector<execute::Step> steps() const {
    std::vector<execute::Step> out;
    for (const ScheduleLine& event : file_.events) {
      execute::Step step{event.at, said(event, event.text)};
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
      if (kind != Kind::missing && kind != Kind::unasked) out.push_back(i);
    }
    return out;
  }

  /// The step from which on, to the last one, each leaves it violated; nothing if it is not.
  static std::optional<std::uint32_t> violated_since(execute::StepFollower& follower,
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

  /// First the messages of the recording, then also others of the same relation, until neither leaves
  /// out anything.
  Smaller minimised(execute::StepFollower& follower, const StepsFollowed& followed) {
    Smaller out{{}, followed_steps(followed), followed, ""};
    std::uint64_t before = executions_;
    const auto row = [&](const char* name, const char* claim) {
      out.stages.push_back({name, out.steps.size(), executions_ - before, claim});
      before = executions_;
    };
    out.stages.push_back({"followed", out.steps.size(), executions_, ""});
    try {
      for (bool fewer = true; fewer;) {
        reduce(follower, out, Matching::recording);
        row("recording", "1-minimal");
        fewer = reduce(follower, out, Matching::oldest);
        fewer = reduce(follower, out, Matching::newest) || fewer;
        row("type", "1-minimal");
        if (fewer) continue;
        fewer = without_two(follower, out, Matching::oldest) ||
                without_two(follower, out, Matching::newest);
        row("pairs", fewer ? "" : "2-minimal");
      }
    } catch (const BudgetExceeded& e) {
      out.ended = e.budget();
      row("", "not finished");
    }
    return out;
  }

  /// True if it violates with these steps. What is left is kept if it is less: steps that another
  /// one needs go with it.
  bool violates(execute::StepFollower& follower, Smaller& now, const Elements& some,
                Matching matching) {
    if (holds_.contains({matching, some})) return false;
    StepsFollowed followed = follower.follow(some, matching);
    if (!followed.violates()) {
      holds_.insert({matching, some});
      return false;
    }
    Elements real = followed_steps(followed);
    if (real.size() < now.steps.size()) {
      now.steps = std::move(real);
      now.followed = std::move(followed);
    }
    return true;
  }

  /// True if something is left out.
  bool reduce(execute::StepFollower& follower, Smaller& now, Matching matching) {
    const std::size_t size = now.steps.size();
    for (bool fewer = true; fewer;) {
      const std::size_t before = now.steps.size();
      if (!violates(follower, now, now.steps, matching)) break;
      [[maybe_unused]] const Elements few = minimise::ddmin(
          now.steps, [&](const Elements& some) { return violates(follower, now, some, matching); });
      fewer = now.steps.size() < before;
      adopt(follower, now);
    }
    return now.steps.size() < size;
  }

  /// The same with two steps at once, which may be anywhere: delta debugging asks only neighbours.
  bool without_two(execute::StepFollower& follower, Smaller& now, Matching matching) {
    const Elements all = now.steps;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t k = i + 1; k < all.size(); ++k) {
        Elements some;
        for (const std::uint32_t step : all) {
          if (step != all[i] && step != all[k]) some.push_back(step);
        }
        if (!violates(follower, now, some, matching)) continue;
        adopt(follower, now);
        return true;
      }
    }
    return false;
  }

  /// What is left is the recording from now on, with the messages that arrived.
  void adopt(execute::StepFollower& follower, const Smaller& now) {
    follower.adopt(now.followed);
    holds_.clear();
  }

  [[nodiscard]] std::string outcome(const StepsFollowed& followed) const {
    if (followed.violates()) return "violated";
    return diverges(followed) ? "diverged" : "not violated";
  }

  [[nodiscard]] std::string text_of_step(const execute::StepFollower& follower, std::size_t i,
                                         const StepFate& fate) const {
    const ScheduleLine& event = file_.events[i];
    const bool there = fate.kind != Kind::missing && fate.kind != Kind::unasked;
    const std::string text = there ? follower.text_of(fate.fact) : event.text;
    const std::string channel =
        event.from.empty()
            ? ""
            : fmt::format("{} -> {}  ", word_or_quoted(event.from), word_or_quoted(event.to));
    return channel + printable(text);
  }

  static std::string_view why(const ScheduleLine& event) {
    if (event.from.empty()) return "the node has not told itself so, or it has come already";
    return "it is not sent, or has arrived already";
  }

  [[nodiscard]] std::string list(const execute::StepFollower& follower,
                                 const StepsFollowed& followed, bool few) const {
    std::string out;
    for (std::size_t i = 0; i < followed.fates.size(); ++i) {
      const StepFate& fate = followed.fates[i];
      if (fate.kind == Kind::unasked || (few && fate.kind == Kind::missing)) continue;
      const std::string text = text_of_step(follower, i, fate);
      const ScheduleLine& event = file_.events[i];
      const std::string label = fmt::format("tick {}", event.at);
      out += fate.kind == Kind::missing
                 ? labelled(label, fmt::format("diverged  {}: {}", text, why(event)))
                 : labelled(label, fmt::format("followed  {}", text));
    }
    return out;
  }

  [[nodiscard]] std::string as_text(const execute::StepFollower& follower,
                                    const StepsFollowed& followed,
                                    std::optional<std::uint32_t> since,
                                    const std::optional<Smaller>& smaller) const {
    std::string out =
        labelled("recording", fmt::format("{}: {}", printable(task_.options.replay_schedule),
                                          counted(file_.events.size(), "step")));
    out += list(follower, followed, false);
    if (!followed.executed) out += labelled("diverged", "it ends in an arithmetic error");
    out += labelled("followed", fmt::format("{} of {}", followed_steps(followed).size(),
                                            counted(file_.events.size(), "step")));
    for (const std::string& tuple : followed.violated)
      out += labelled("violated", printable(tuple));
    if (since) {
      out += labelled("", fmt::format("since tick {}, line {}", file_.events[*since].at,
                                      file_.events[*since].line));
    }
    if (smaller) {
      out += labelled("minimised", fmt::format("{}", counted(smaller->steps.size(), "step")));
      out += fmt::format("  {:<10}  {:>5}  {:>10}  {}\n", "stage", "steps", "executions", "claim");
      for (const StageRow& row : smaller->stages) {
        std::string line = fmt::format("  {:<10}  {:>5}  {:>10}  {}", row.name, row.steps,
                                       row.executions, row.claim);
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
      }
      out += list(follower, smaller->followed, true);
      for (const std::string& tuple : smaller->followed.violated) {
        out += labelled("violated", printable(tuple));
      }
    }
    return out + labelled("outcome", outcome(followed));
  }

  [[nodiscard]] results::Json steps_as_json(const execute::StepFollower& follower,
                                            const StepsFollowed& followed) const {
    results::Json out = results::Json::array();
    for (std::size_t i = 0; i < followed.fates.size(); ++i) {
      const StepFate& fate = followed.fates[i];
      if (fate.kind == Kind::unasked || fate.kind == Kind::missing) continue;
      const ScheduleLine& event = file_.events[i];
      out.push_back({{"at", event.at},
                     {"line", event.line},
                     {"from", event.from},
                     {"to", event.to},
                     {"fact", follower.text_of(fate.fact)}});
    }
    return out;
  }

  [[nodiscard]] std::string as_json(const execute::StepFollower& follower,
                                    const StepsFollowed& followed,
                                    std::optional<std::uint32_t> since,
                                    const std::optional<Smaller>& smaller) const {
    results::Json diverged = results::Json::array();
    for (std::size_t i = 0; i < followed.fates.size(); ++i) {
      if (followed.fates[i].kind != Kind::missing) continue;
      const ScheduleLine& event = file_.events[i];
      diverged.push_back({{"line", event.line}, {"text", event.text}, {"why", why(event)}});
    }
    if (!followed.executed) {
      diverged.push_back({{"line", 0}, {"text", ""}, {"why", "arithmetic error"}});
    }
    results::Json out = {
        {"replay", outcome(followed)},
        {"program", task_.file_names()},
        {"schedule", task_.options.replay_schedule},
        {"violated", followed.violated},
        {"diverged", std::move(diverged)},
        {"steps", file_.events.size()},
        {"followed", steps_as_json(follower, followed)},
        {"since", since ? results::Json(file_.events[*since].at) : results::Json()},
        {"version", config::version()}};
    if (smaller) {
      results::Json stages = results::Json::array();
      for (const StageRow& row : smaller->stages) {
        stages.push_back({{"stage", row.name},
                          {"steps", row.steps},
                          {"executions", row.executions},
                          {"claim", row.claim}});
      }
      out["minimisation"] = {{"stages", std::move(stages)},
                             {"ended", smaller->ended},
                             {"violated", smaller->followed.violated},
                             {"steps", steps_as_json(follower, smaller->followed)}};
    }
    return results::dump(out) + "\n";
  }

  static constexpr int most_ticks = 2'000;

  const Task& task_;
  const ScheduleFile& file_;
  const dedalus::Program program_;
  const Fspec fspec_;
  std::uint64_t executions_ = 0;
  /// What does not violate of the present steps.
  std::set<std::pair<Matching, Elements>> holds_;
};

}  // namespace

ExitStatus run_steps(const Task& task, const ScheduleFile& file) {
  return Steps(task, file).run();
}

}  // namespace ldfi::app
