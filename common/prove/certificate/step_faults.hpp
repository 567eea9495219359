// The conditions of a claim about every EOT that concern faults at several ticks: the nodes that are foreseen to crash,
// the ticks since the last loss, and the messages that are still under way (docs/reference/certificate-format.md has the names of states).
#pragma once

#include "common/prove/certificate/execution.hpp"

namespace ldfi::certificate {

class StepFaults {
 public:
  /// `foresees`: rules read who will crash. All must outlive it. Adds all faults except what each execution loses.
  StepFaults(const Program& program, AnyTick& any, const Limits& limits, const Always& claim,
             bool foresees);

  [[nodiscard]] TickFaults& now() { return now_; }
  /// After the executions of the tick: limits the faults, and what is under way.
  void finish();

  /// The nodes that have crashed are those that were foreseen to crash.
  [[nodiscard]] int right() const { return right_; }
  /// Now, and at as many ticks before as are claimed, nothing was lost.
  [[nodiscard]] int calm() const { return calm_; }
  /// Nothing that is late would arrive after this tick.
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
