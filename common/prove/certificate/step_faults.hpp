// What faults do at one tick of a claim about every EOT: who is down, paused or quiet, what is cut off, and how many
// faults there have been. What lasts is a part of the state each, and so is what is counted (docs/SEMANTICS.md, section
// 3; docs/CERTIFICATES.md has the names).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/prove/certificate/execution.hpp"

namespace ldfi::certificate {

class StepFaults {
 public:
  /// `foresees`: rules read who will crash. All must outlive it.
  StepFaults(const Program& program, Common& common, const Limits& limits, const Always& claim,
             bool foresees);

  /// Before the executions of the tick: all but what each loses.
  void begin();
  /// After them: no more faults than there may be.
  void finish();

  /// Who was foreseen to crash has crashed, and nobody else.
  [[nodiscard]] int right() const { return right_; }
  /// Now, and at as many ticks before as are claimed, nothing was lost.
  [[nodiscard]] int calm() const { return calm_; }
  /// Nothing that is late would arrive after this tick.
  [[nodiscard]] int settled() const { return settled_; }

 private:
  Circuit& circuit() { return common_.circuit; }
  void crashes();
  void outages();
  int outage(const std::string& name);
  void foresee(const std::string& name, int by_now);
  void disks();
  void partitions();
  void add_calm();
  void settle();
  int event(bool may, const std::string& name, int where);
  void at_most(const std::string& what, int most, const std::vector<int>& events);

  Common& common_;
  const Limits& limits_;
  const Always& claim_;
  const bool foresees_;
  std::map<std::string, Value> of_;                                            ///< by name
  std::vector<int> crashes_, restarts_, pauses_, partitions_, writes_, dead_;  ///< what begins now
  Clause passing_;  ///< what must be over at the end, and goes on
  Clause as_foreseen_;
  int right_ = Circuit::yes, calm_ = Circuit::yes, settled_ = Circuit::yes;
};

}  // namespace ldfi::certificate
