// Limits the time that a node takes to react to one message or timer (a step), and its use of
// memory and processes. The node is checked from time to time. Between two checks, the kernel
// limits the node (worker/sandbox/rights.hpp). A check normally comes before the node can have used
// 1.25 times `limits.node_memory`; only a busy machine can delay the check.
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

  /// Starts to measure a step. Called when the node is about to receive a message or a timer.
  void begin_step();
  /// Returns true if it is time for the next check.
  [[nodiscard]] bool is_due() const;
  /// Checks the node. `read` returns what the node's processes use now. Returns an error message if
  /// the processes exceed a limit, or if a signal has stopped one of them for too long. Otherwise
  /// returns an empty text.
  std::string look(const std::function<Usage()>& read);
  /// Returns an error message if a signal has stopped one of the node's processes for too long, or
  /// an empty text.
  std::string look_for_stop(const Usage& now);
  /// Returns an error message if the step was too long at the last check, or an empty text.
  /// Requires that all output of the node was read. Otherwise the reader may have been late, and
  /// not the node.
  [[nodiscard]] std::string lateness() const;
  /// Returns the seconds until the step reaches its time limit.
  [[nodiscard]] double left() const;
  /// Returns the seconds until the next check. The less memory the node has left, the sooner the next check
  /// is due.
  [[nodiscard]] double until_look() const;

 private:
  [[nodiscard]] double between_looks() const;
  /// Returns an error message if a signal has stopped a process for too long, or an empty text.
  std::string stop_of(const Usage& now);

  systems::Limits limits_;
  double began_ = 0;   ///< time at which the step began
  double looked_ = 0;  ///< time of the last check
  double delay_ = 0;   ///< seconds by which checks of this step were late, including the duration
                       ///< of the checks
  double spent_ = 0;   ///< processor time that this step had used at the last check
  /// Processor time that the node had used at the last check, since its start; -1 if unknown.
  double processor_ = -1;
  double since_ = 0;          ///< time at which the value of `sleeps_` was last decided
  double lately_ = 0;         ///< processor time used since `since_`
  bool awake_ = false;        ///< true if a check since `since_` found a running thread
  std::uint64_t memory_ = 0;  ///< bytes of memory and of kernel memory that the node used at the
                              ///< last check
  /// True if all threads slept at the last decision, and had used hardly any processor time since
  /// the decision before.
  bool sleeps_ = false;
  /// Time at which checks began to find a stopped process without interruption, or -1 if the last
  /// check found none.
  double stopped_ = -1;
};

}  // namespace ldfi::drive
