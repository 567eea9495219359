// Bounds the time of a node's step, and the node's use of the machine. The node is checked from time to time.
// Between two checks, limits of the kernel bound it (worker/sandbox/rights.hpp). The next check comes before
// the node can have used 1.25 times `limits.node_memory`, unless the machine delays the check.
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

  /// Starts the time of a step. Called when the node is about to receive something.
  void begin_step();
  /// True if the next check is due.
  [[nodiscard]] bool is_due() const;
  /// Calls `read`, which returns what the node's processes use now. Returns a text about the limit that they
  /// exceed, or about a process that a signal has stopped for too long. Empty if there is no problem.
  std::string look(const std::function<Usage()>& read);
  /// Returns a text about one of these processes that a signal has stopped for too long. Empty if there is
  /// none.
  std::string look_for_stop(const Usage& now);
  /// Returns a text about a step that was too long at the last check, or an empty text. Requires that the
  /// node has no unread output: otherwise the reader may have been late, and not the node.
  [[nodiscard]] std::string lateness() const;
  /// Returns the seconds until the step reaches its time limit.
  [[nodiscard]] double left() const;
  /// Returns the seconds until the next check. The less memory the node has left, the sooner the next check
  /// is due.
  [[nodiscard]] double until_look() const;

 private:
  [[nodiscard]] double between_looks() const;
  /// Returns the error of a process that has been stopped for too long, or an empty text.
  std::string stop_of(const Usage& now);

  systems::Limits limits_;
  double began_ = 0;   ///< time at which the step began
  double looked_ = 0;  ///< time of the last check
  double delay_ = 0;   ///< seconds by which checks of this step were late, including their duration
  double spent_ = 0;   ///< processor time used up to the last check, in this step
  /// Processor time that the node had used at the last check, since its start; -1 if unknown.
  double processor_ = -1;
  double since_ = 0;          ///< time at which `sleeps_` was last set
  double lately_ = 0;         ///< processor time used since `since_`
  bool awake_ = false;        ///< some check since `since_` found a running thread
  std::uint64_t memory_ = 0;  ///< bytes of memory of all kinds at the last check
  /// At the last decision, all threads slept, and had used hardly any time since the decision before.
  bool sleeps_ = false;
  /// Time of the first of the consecutive checks that found a stopped process, or -1 if the last check found
  /// none.
  double stopped_ = -1;
};

}  // namespace ldfi::drive
