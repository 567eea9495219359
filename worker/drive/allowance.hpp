// Whether a node gets anywhere, and what it uses up of the machine meanwhile. It is looked at now and
// then, so what it uses in one moment is bounded by its own limits (worker/sandbox/rights.hpp). The next
// look comes before it can have used 1.25 times `limits.node_memory`, unless the machine delays the look.
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

  /// It was told something.
  void begin_step();
  /// True if it is time to look again.
  [[nodiscard]] bool is_due() const;
  /// Reads what its processes use now. Returns what they use too much of, or that a signal has stopped one
  /// of them for a while; empty if nothing is wrong.
  std::string look(const std::function<Usage()>& read);
  /// Returns that a signal has stopped one of these processes for a while; empty if none has.
  std::string look_for_stop(const Usage& now);
  /// Why the step has been too long by the last look, or nothing. Does not hold for a node that has
  /// said something which nobody has read yet: whoever looks may have been held up, not the node.
  [[nodiscard]] std::string lateness() const;
  /// Seconds until a step may be found to have been too long.
  [[nodiscard]] double left() const;
  /// Seconds until it has to be looked at again: the less memory is left to it, the sooner.
  [[nodiscard]] double until_look() const;

 private:
  [[nodiscard]] double between_looks() const;
  /// Why a stopped process is wrong by now, or nothing.
  std::string stop_of(const Usage& now);

  systems::Limits limits_;
  double began_ = 0;          ///< when the step did
  double looked_ = 0;         ///< when it was looked at last
  double delay_ = 0;          ///< seconds from when the last look was due to its end, in this step
  double spent_ = 0;          ///< of processor time by then, in this step
  double processor_ = -1;     ///< of all it ever used, when it was looked at last
  double since_ = 0;          ///< when `sleeps_` was decided
  double lately_ = 0;         ///< of processor time since then
  bool awake_ = false;        ///< a thread was, at a look since then
  std::uint64_t memory_ = 0;  ///< of all kinds, when it was looked at last
  bool sleeps_ = false;  ///< all its threads do, and have done nothing between the last two looks
  double stopped_ = -1;  ///< when a look first found a stopped process, and each one since then
};

}  // namespace ldfi::drive
