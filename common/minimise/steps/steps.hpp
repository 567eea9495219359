// Follows a recording of another system step by step: at each tick one node receives one thing, and
// what else is sent stays pending until the recording says. Every step is a fact that is given at its
// tick; a message only if it was sent before and has not arrived, and what a node tells itself only if
// it has said so before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "common/dedalus/eval/evaluator.hpp"
#include "common/minimise/ddmin.hpp"

namespace ldfi::minimise {

/// A tuple of a relation.
struct Said {
  RelationId relation;
  std::vector<dedalus::Value> tuple;
  auto operator<=>(const Said&) const = default;
};

/// The tuple that is written so; nothing if the program has none such: no such relation, another
/// number of columns, a number that is none, or a string that the program does not have.
[[nodiscard]] std::optional<Said> said_in(const dedalus::Program& program, const std::string& text);

struct Step {
  int at = 0;                                          ///< ascending, each another
  Said fact;                                           ///< what it makes hold
  std::optional<std::pair<NodeId, NodeId>> channel{};  ///< of a message: from, to
  std::optional<Said> own{};    ///< of a message that its receiver has put behind: what holds then
  std::optional<Said> after{};  ///< held before if the node told itself
};

/// What a step is, in this execution.
struct StepFate {
  enum class Kind : std::uint8_t { unasked, external, message, own, missing };
  Kind kind = Kind::unasked;
  int sent = 0;                 ///< at this tick
  Said fact{};                  ///< what is given
  std::optional<Said> after{};  ///< of what the node has told itself
  bool operator==(const StepFate&) const = default;
};

struct StepsFollowed {
  bool executed = false;  ///< else it ends in an arithmetic error
  std::vector<std::string> violated;
  std::vector<StepFate> fates;  ///< by step
  [[nodiscard]] bool violates() const { return executed && !violated.empty(); }
};

/// Which message a step may be: the one of the recording; or, where that is not there, another one
/// of the same relation, from and to the same nodes.
enum class Matching : std::uint8_t { recording, oldest, newest };

class StepFollower {
 public:
  /// The program must have `pre`, and no events; those of its facts that are steps of recordings are
  /// gone from it. `count` is called before each execution, and may throw. `fspec` has no faults, and
  /// ends after the last step. All must outlive it.
  StepFollower(const dedalus::Program& program, const Fspec& fspec, std::vector<Step> steps,
               eval::EvalLimits limits, std::function<void()> count);

  /// Takes these steps, of which each is followed if it can be, and is left out otherwise. Of several
  /// messages that are alike the one that was sent first arrives.
  StepsFollowed follow(const Elements& steps, Matching matching);

  /// The steps are those that were followed, from now on.
  void adopt(const StepsFollowed& followed);

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] std::string text_of(const Said& said) const;

 private:
  /// What was sent in an execution and did not arrive by itself: nothing does.
  struct Sent {
    std::map<std::tuple<NodeId, NodeId, std::string>, std::vector<std::pair<int, std::string>>>
        by_relation;  ///< tick and head, in the order of sending
    std::shared_ptr<const eval::Model> model;
  };
  bool execute(const std::vector<StepFate>& fates, StepsFollowed& out, Sent& sent);
  StepFate fate_of(const Step& step, const Sent& sent, Matching matching);
  [[nodiscard]] std::vector<StepFate> candidates(const Step& step, const Sent& sent,
                                                 bool other) const;

  const dedalus::Program& program_;
  const Fspec& fspec_;
  std::vector<Step> steps_;
  const eval::EvalLimits limits_;
  const std::function<void()> count_;
  const FaultSet nothing_arrives_;
  std::vector<StepFate> guess_;  ///< those of the execution before
  /// What has arrived so far, of what was sent at which tick.
  std::set<std::tuple<NodeId, NodeId, std::string, int>> arrived_;
  std::set<std::pair<Said, int>> told_;
};

}  // namespace ldfi::minimise
