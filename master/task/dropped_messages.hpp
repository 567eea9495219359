// Warns of messages that are dropped because their sender or receiver is not a node
// (docs/explanation/semantics.md). Such messages are noticed in executions that other stages need anyway.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "common/dedalus/eval/model.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Warns at most twice about each rule: at the rule's first message whose sender is not a node, and
/// at the rule's first message whose receiver is not a node.
class DroppedMessages {
 public:
  /// The task and the log must outlive the object. The object must outlive the limits that watch() returns.
  DroppedMessages(const Task& task, const Log& log) : task_(task), log_(log) {}
  DroppedMessages(const DroppedMessages&) = delete;
  DroppedMessages& operator=(const DroppedMessages&) = delete;

  [[nodiscard]] eval::EvalLimits watch(eval::EvalLimits limits);
  /// Returns a function that is called with each message that an execution drops. Requires the program of the
  /// task, possibly with other constants, which must outlive the function.
  [[nodiscard]] std::function<void(const eval::DroppedMessage&)> take(
      const dedalus::Program& program) {
    return [this, &program](const eval::DroppedMessage& message) { take(program, message); };
  }

 private:
  void take(const dedalus::Program& program, const eval::DroppedMessage& message);
  void warn(const dedalus::Program& program, const eval::DroppedMessage& message,
            dedalus::Value end, bool receiver);

  const Task& task_;
  const Log& log_;
  std::set<std::pair<std::string, bool>>
      warned_;  ///< the warnings so far: text of the rule, and whether the receiver is not a node
};

}  // namespace ldfi::app
