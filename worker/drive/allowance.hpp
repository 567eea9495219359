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
  /// At these processes, with all that they started. What they do wrong, or nothing.
  std::string look(const std::vector<pid_t>& processes);
  /// Seconds until a step may be found to have been too long.
  [[nodiscard]] double left() const;

 private:
  [[nodiscard]] std::string too_long(bool sleeps);

  systems::Limits limits_;
  double began_ = 0;       ///< when the step did
  double looked_ = 0;      ///< when it was looked at last
  double spent_ = 0;       ///< of processor time by then, in this step
  double processor_ = -1;  ///< of all it ever used, when it was looked at last
};

}  // namespace ldfi::drive
