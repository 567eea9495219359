// Warnings of messages that are dropped because their sender or receiver is not a node (docs/explanation/semantics.md),
// seen in executions that are made anyway.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "common/dedalus/eval/model.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// One warning a rule and end, for the first such message; data names are no surprise.
class DroppedMessages {
 public:
  /// Both must outlive the limits that are told to `watch`, and this as well.
  DroppedMessages(const Task& task, const Log& log) : task_(task), log_(log) {}
  DroppedMessages(const DroppedMessages&) = delete;
  DroppedMessages& operator=(const DroppedMessages&) = delete;

  [[nodiscard]] eval::EvalLimits watch(eval::EvalLimits limits);
  /// Hears of every such message in executions of the program, which is the task's but for constants.
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
  std::set<std::pair<std::string, bool>> warned_;  ///< the rule's text
};

}  // namespace ldfi::app
