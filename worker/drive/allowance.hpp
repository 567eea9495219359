// Whether a node gets anywhere, and what it uses up of the machine meanwhile. It is looked at now and
// then, so what it uses in one moment is bounded by its own limits (worker/sandbox/rights.hpp).
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "common/systems/plan.hpp"
#include "worker/drive/tasks.hpp"

namespace ldfi::drive {

class Allowance {
 public:
  explicit Allowance(const systems::Limits& limits) : limits_(limits) {}

  /// It was told something.
  void begin_step();
  /// True if it is time to look again.
  [[nodiscard]] bool is_due() const;
  /// Looks at these processes, with all that they started. Returns what they use too much of, or that a
  /// signal has stopped one of them for a while; empty if nothing is wrong.
  std::string look(const std::vector<pid_t>& processes);
  /// Returns that a signal has stopped one of these processes for a while; empty if none has.
  std::string look_for_stop(const std::vector<pid_t>& processes);
  /// Why the step has been too long by the last look, or nothing. Does not hold for a node that has
  /// said something which nobody has read yet: whoever looks may have been held up, not the node.
  [[nodiscard]] std::string lateness() const;
  /// Seconds until a step may be found to have been too long.
  [[nodiscard]] double left() const;

 private:
  /// Why a stopped process is wrong by now, or nothing.
  std::string stop_of(const Usage& now);

  systems::Limits limits_;
  double began_ = 0;       ///< when the step did
  double looked_ = 0;      ///< when it was looked at last
  double spent_ = 0;       ///< of processor time by then, in this step
  double processor_ = -1;  ///< of all it ever used, when it was looked at last
  double stopped_ = -1;    ///< when a look first found a stopped process, and each one since then
  bool sleeps_ = false;    ///< all its threads do, and have done nothing between the last two looks
};

}  // namespace ldfi::drive
