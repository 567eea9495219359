// Follows a recording of another system step by step (docs/reference/schedule-format.md). At each
// tick one node receives one message, and all other messages stay pending. Every step is a fact
// that is given at its tick. A message is given only if it was sent before and has not arrived. The
// same holds for messages of a node to itself, which include deferred messages.
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

/// A fact: a relation and one of its tuples.
struct StepFact {
  RelationId relation;
  std::vector<dedalus::Value> tuple;
  auto operator<=>(const StepFact&) const = default;
};

/// Returns the fact with this text. Returns nullopt if the relation does not exist, the number of
/// columns differs, a number is malformed, or the program does not have a string.
[[nodiscard]] std::optional<StepFact> read_step_fact(const dedalus::Program& program,
                                                     const std::string& text);

struct Step {
  int at = 0;     ///< tick of the step; ticks are ascending and distinct
  StepFact fact;  ///< fact that the step makes hold
  /// Sender and receiver if the step is a message, otherwise nullopt.
  std::optional<std::pair<NodeId, NodeId>> channel{};
  /// Fact that the step makes hold if the receiver deferred the message before; nullopt if it
  /// cannot be deferred.
  std::optional<StepFact> own{};
  /// Fact that held when the node deferred the message or sent it to itself; nullopt for other
  /// steps.
  std::optional<StepFact> after{};
};

/// How a step of the recording happens in an execution, if it happens.
struct StepFate {
  enum class Kind : std::uint8_t { left_out, external, message, own, missing };
  Kind kind = Kind::left_out;
  int sent = 0;     ///< tick at which the message was sent, or the fact that is given was derived
  StepFact fact{};  ///< fact that is given at the tick of the step
  /// Fact that held when the node deferred the message or sent it to itself.
  std::optional<StepFact> after{};
  bool operator==(const StepFate&) const = default;
};

struct StepsFollowed {
  bool executed = false;  ///< false if the execution ended in an arithmetic error
  std::vector<std::string> violated;
  std::vector<StepFate> fates;  ///< for each step, how it happened
  [[nodiscard]] bool violates() const { return executed && !violated.empty(); }
};

/// Which message is taken for a step: the one of the recording or, if that was not sent, the oldest
/// or newest message of the same relation between the same nodes.
enum class Matching : std::uint8_t { recording, oldest, newest };

class StepFollower {
 public:
  /// Requires that the program has `pre` and no events, and that facts which are steps of
  /// recordings were removed from the program. `fspec` must have no faults and end after the last
  /// step. `count` is called before each execution, and may throw. The arguments that are
  /// references must outlive this object.
  StepFollower(const dedalus::Program& program, const Fspec& fspec, std::vector<Step> steps,
               eval::EvalLimits limits, std::function<void()> count);

  /// Executes the steps with these indices. A step that cannot happen is left out. Of several equal
  /// messages, the one that was sent first arrives.
  StepsFollowed follow(const Elements& steps, Matching matching);

  /// Replaces the steps with those that happened in `followed`.
  void adopt(const StepsFollowed& followed);

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] std::string text_of(const StepFact& said) const;

 private:
  /// The messages that were sent in an execution. A message arrives only if a step gives its fact.
  struct Sent {
    /// For each sender, receiver and relation, tick and text of its messages, in the order of
    /// sending.
    std::map<std::tuple<NodeId, NodeId, std::string>, std::vector<std::pair<int, std::string>>>
        by_relation;
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
  std::vector<StepFate> guess_;  ///< how the steps happened in the previous execution
  /// Messages that have arrived so far: sender, receiver, text, and the tick of sending.
  std::set<std::tuple<NodeId, NodeId, std::string, int>> arrived_;
  std::set<std::pair<StepFact, int>> taken_up_;
};

}  // namespace ldfi::minimise
