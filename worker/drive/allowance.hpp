// Bounds the time of a node's step and what the node uses of the machine. The node is checked from time
// to time; within one moment its own limits bound it (worker/sandbox/rights.hpp). The next check comes
// before the node can have used 1.25 times `limits.node_memory`, unless the machine delays the check.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "common/systems/plan.hpp"
#include "worker/drive/tasks.hpp"

namespace ldfi::drive {

class Allowance {
 public:
  explicit Allowance(const systems::Limits& limits) : limits_(limits) {}

  /// Called when the node is about to receive something.
  void begin_step();
  /// True if the next check is due.
  [[nodiscard]] bool is_due() const;
  /// Reads with `read` what the node's processes use now. Returns which limit they exceed, or that a
  /// signal has stopped one of them for a while; empty if all is well.
  std::string look(const std::function<Usage()>& read);
  /// Returns that a signal has stopped one of these processes for a while; empty if none has.
  std::string look_for_stop(const Usage& now);
  /// Returns why the step was too long at the last check, or an empty text. Call it only if the node has
  /// no output that waits to be read: otherwise the reader may have been late, not the node.
  [[nodiscard]] std::string lateness() const;
  /// Returns the seconds until the step reaches its time limit.
  [[nodiscard]] double left() const;
  /// Returns the seconds until the next check: the less memory is left to the node, the sooner.
  [[nodiscard]] double until_look() const;

 private:
  [[nodiscard]] double between_looks() const;
  /// Returns the error of a process that has been stopped for too long, or an empty text.
  std::string stop_of(const Usage& now);

  systems::Limits limits_;
  double began_ = 0;   ///< time at which the step began
  double looked_ = 0;  ///< time of the last check
  double delay_ = 0;   ///< seconds from when the last check was due to its end, in this step
  double spent_ = 0;   ///< processor time used up to the last check, in this step
  /// Processor time used since the node started, at the last check; -1 if unknown.
  double processor_ = -1;
  double since_ = 0;          ///< time at which `sleeps_` was last decided
  double lately_ = 0;         ///< processor time used since `since_`
  bool awake_ = false;        ///< a thread was awake at a check since `since_`
  std::uint64_t memory_ = 0;  ///< memory of all kinds at the last check
  /// All threads slept between the last two decisions, and used hardly any time.
  bool sleeps_ = false;
  /// Time of the first of the consecutive checks that found a stopped process, or -1.
  double stopped_ = -1;
};

}  // namespace ldfi::drive
