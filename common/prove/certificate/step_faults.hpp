// Faults that concern several ticks, in a claim about every EOT (last tick of an execution). They
// are the nodes that will crash, the ticks since the last loss, and messages under way.
// docs/reference/certificate-format.md has the names of these states.
#pragma once

#include "common/prove/certificate/execution.hpp"

namespace ldfi::certificate {

class StepFaults {
 public:
  /// Adds all faults of the tick except lost messages, which Execution adds. `foresees` is true if
  /// rules of the program read which nodes will crash. All arguments must outlive this object.
  StepFaults(const Program& program, AnyTick& any, const Limits& limits, const Always& claim,
             bool foresees);

  [[nodiscard]] TickFaults& now() { return now_; }
  /// Limits the number of faults, and records late messages. Must be called after the executions of
  /// the tick have run, because they add the messages that can be late.
  void finish();

  /// Returns the literal which says that the nodes that have crashed are those that were chosen at
  /// tick 1.
  [[nodiscard]] int right() const { return right_; }
  /// Returns the literal which says that no message was lost at this tick and at the ticks before
  /// it, as many as the claim's `calm` requires.
  [[nodiscard]] int calm() const { return calm_; }
  /// Returns the literal which says that no late message is still under way after this tick.
  [[nodiscard]] int settled() const { return settled_; }

 private:
  Circuit& circuit() { return any_.circuit; }
  void foresee(const Program& program);
  void add_calm();
  void settle();

  AnyTick& any_;
  const Limits& limits_;
  const Always& claim_;
  TickFaults now_;
  int right_ = Circuit::yes, calm_ = Circuit::yes, settled_ = Circuit::yes;
};

}  // namespace ldfi::certificate
