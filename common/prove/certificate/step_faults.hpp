// The conditions of a claim about every EOT on faults at several ticks: the nodes that are foreseen
// to crash, the ticks since the last loss, and the messages that are under way.
// docs/reference/certificate-format.md has the names of these states.
#pragma once

#include "common/prove/certificate/execution.hpp"

namespace ldfi::certificate {

class StepFaults {
 public:
  /// Adds all faults except the losses of each execution. `foresees` is true if rules read which
  /// nodes will crash. All arguments must outlive this object.
  StepFaults(const Program& program, AnyTick& any, const Limits& limits, const Always& claim,
             bool foresees);

  [[nodiscard]] TickFaults& now() { return now_; }
  /// Call it after the executions of the tick. Limits the faults, and records the messages under
  /// way.
  void finish();

  /// Returns the literal that exactly the foreseen nodes have crashed.
  [[nodiscard]] int right() const { return right_; }
  /// Returns the literal that no message was lost now and at as many earlier ticks as the claim
  /// says.
  [[nodiscard]] int calm() const { return calm_; }
  /// Returns the literal that no late message would arrive after this tick.
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
