#include "master/programs/smaller_steps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/minimise/steps/fewest_steps.hpp"

namespace ldfi::app {
namespace {

using minimise::Elements;
using minimise::Matching;
using minimise::StepFate;
using minimise::StepFollower;
using minimise::StepsFollowed;

Elements followed_steps(const StepsFollowed& followed) {
  Elements out;
  for (std::uint32_t i = 0; i < followed.fates.size(); ++i) {
    const StepFate::Kind kind = followed.fates[i].kind;
    if (kind != StepFate::Kind::missing && kind != StepFate::Kind::left_out) out.push_back(i);
  }
  return out;
}

std::vector<StepTaken> taken_in(const std::vector<minimise::Step>& steps,
                                const StepsFollowed& followed) {
  std::vector<StepTaken> out;
  for (const std::uint32_t i : followed_steps(followed)) {
    const StepFate& fate = followed.fates[i];
    out.push_back({steps[i].at, fate.fact, std::nullopt, fate.sent});
    if (fate.kind == StepFate::Kind::message) out.back().channel = steps[i].channel;
  }
  return out;
}

class Reduction {
 public:
  Reduction(const StepsTask& task, StepFollower& follower, const StepsFollowed& followed)
      : task_(task), follower_(follower), steps_(followed_steps(followed)), followed_(followed) {}

  SmallerSteps run() {
    out_.stages.push_back({"followed", steps_.size(), task_.executions});
    out_.stages.back().taken = taken_in(follower_.steps(), followed_);
    before_ = task_.executions;
    try {
      reduce_all();
      tell();
      explore();
    } catch (const BudgetExceeded& e) {
      out_.ended = e.budget();
      if (out_.steps.empty()) tell();
      row("", "not finished");
    }
    return std::move(out_);
  }

 private:
  void row(const char* name, std::string claim) {
    const std::size_t size = out_.steps.empty() ? steps_.size() : out_.steps.size();
    out_.stages.push_back(
        {name, size, task_.executions - before_, 0, std::nullopt, std::move(claim)});
    out_.stages.back().taken =
        explored_.empty() ? taken_in(follower_.steps(), followed_) : explored_;
    before_ = task_.executions;
  }

  /// Removes steps, first with the condition that each receiver gets the recorded messages, then also with
  /// other messages of the same relation. Repeats until no step can be removed.
  void reduce_all() {
    for (bool fewer = true; fewer;) {
      reduce(Matching::recording);
      row("recording", "1-minimal");
      fewer = reduce(Matching::oldest);
      fewer = reduce(Matching::newest) || fewer;
      row("type", "1-minimal");
      if (fewer) continue;
      fewer = remove_two(Matching::oldest) || remove_two(Matching::newest);
      row("pairs", fewer ? "" : "2-minimal");
    }
  }

  /// Returns true if the execution of these steps violates the promise. Then, if fewer steps
  /// happened than in the best result so far, they become the best result. A step does not happen
  /// if it depends on a removed step.
  bool violates(const Elements& some, Matching matching) {
    if (holds_.contains({matching, some})) return false;
    StepsFollowed followed = follower_.follow(some, matching);
    if (!followed.violates()) {
      holds_.insert({matching, some});
      return false;
    }
    Elements real = followed_steps(followed);
    if (real.size() < steps_.size()) {
      steps_ = std::move(real);
      followed_ = std::move(followed);
    }
    return true;
  }

  /// Reduces the steps by delta debugging. Returns true if a step was removed.
  bool reduce(Matching matching) {
    const std::size_t size = steps_.size();
    for (bool fewer = true; fewer;) {
      const std::size_t before = steps_.size();
      if (!violates(steps_, matching)) break;
      [[maybe_unused]] const Elements few =
          minimise::ddmin(steps_, [&](const Elements& some) { return violates(some, matching); });
      fewer = steps_.size() < before;
      adopt();
    }
    return steps_.size() < size;
  }

  /// Removes any two steps together, and returns true if the rest still violates the promise. Delta
  /// debugging only removes neighbouring steps together.
  bool remove_two(Matching matching) {
    const Elements all = steps_;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t k = i + 1; k < all.size(); ++k) {
        Elements some;
        for (const std::uint32_t step : all) {
          if (step != all[i] && step != all[k]) some.push_back(step);
        }
        if (!violates(some, matching)) continue;
        adopt();
        return true;
      }
    }
    return false;
  }

  /// Makes a recording of the remaining steps and of the messages that really arrived. The next
  /// reductions start from this recording.
  void adopt() {
    follower_.adopt(followed_);
    holds_.clear();
  }

  void tell() {
    out_.steps = steps_left(follower_, task_.file, followed_);
    out_.violated = followed_.violated;
  }

  void explore() {
    if (task_.most_states == 0) return;
    minimise::FewestSteps found;
    try {
      minimise::StepWorld world(task_.program, task_.fspec, follower_.steps(), task_.limits);
      for (const auto item : world.externals()) {
        out_.externals.push_back(follower_.text_of(world.step_of(item).fact));
      }
      std::ranges::sort(out_.externals);
      const minimise::FewestSettings settings{out_.steps.size(), task_.most_states};
      minimise::fewest_steps(world, settings, task_.check, found);
    } catch (const minimise::NotExplored& e) {
      out_.externals.clear();
      row("orders", fmt::format("not explored: {}", e.what()));
      return;
    } catch (const BudgetExceeded& e) {
      out_.ended = e.budget();
    }
    if (!found.steps.empty()) take(std::move(found.steps));
    const bool minimum = found.bound == out_.steps.size();
    row("orders", minimum ? "minimum" : fmt::format("none shorter in {} states", found.states));
    out_.stages.back().states = found.states;
    out_.stages.back().bound = found.bound;
  }

  /// Executes the shortest sequence of steps that the exploration found, to confirm that it
  /// violates the promise.
  void take(std::vector<minimise::Step> steps) {
    FspecParameters parameters = task_.fspec.parameters();
    parameters.eot = static_cast<int>(steps.size()) + 2;
    const Fspec fspec(std::move(parameters));
    Elements all;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      steps[i].at = static_cast<int>(i) + 1;
      all.push_back(i);
    }
    StepFollower follower(task_.program, fspec, steps, task_.limits, task_.count);
    const StepsFollowed followed = follower.follow(all, Matching::recording);
    LDFI_ENSURE(followed.violates() && followed_steps(followed).size() == steps.size(),
                "the explored steps violate when they are executed");
    out_.violated = followed.violated;
    explored_ = taken_in(steps, followed);
    out_.steps.clear();
    for (const minimise::Step& step : steps) {
      StepLeft left{step.at, 0, "", "", follower.text_of(step.fact)};
      if (step.channel) {
        left.from = fspec.nodes()[step.channel->first.index()];
        left.to = fspec.nodes()[step.channel->second.index()];
      }
      out_.steps.push_back(std::move(left));
    }
  }

  const StepsTask& task_;
  StepFollower& follower_;
  Elements steps_;  ///< remaining steps of the file
  StepsFollowed followed_;
  /// Steps that the exploration found and that replace `steps_`, or empty.
  std::vector<StepTaken> explored_;
  std::uint64_t before_ = 0;
  /// Subsets of the current recording that were executed and did not violate the promise.
  std::set<std::pair<Matching, Elements>> holds_;
  SmallerSteps out_;
};

}  // namespace

std::vector<StepLeft> steps_left(const StepFollower& follower, const ScheduleFile& file,
                                 const StepsFollowed& followed) {
  std::vector<StepLeft> out;
  for (const std::uint32_t i : followed_steps(followed)) {
    const ScheduleLine& event = file.events[i];
    out.push_back(
        {event.at, event.line, event.from, event.to, follower.text_of(followed.fates[i].fact)});
  }
  return out;
}

SmallerSteps smaller_steps(const StepsTask& task, StepFollower& follower,
                           const StepsFollowed& followed) {
  return Reduction(task, follower, followed).run();
}

}  // namespace ldfi::app
