// Runs an Explorer in its own thread, beside a search that takes long. Both find the same least
// falsifier. The search ends when the first of them has found it.
//
//   Scout scout(program, fspec, failure_free, limits);
//   auto universe = beside(scout, check, [&] { return ground(…); });   // which calls scout.look()
//   if (!universe) … *scout.found() …
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <type_traits>

#include "common/base/errors.hpp"
#include "common/dedalus/explore/explorer.hpp"

namespace ldfi::explore {

/// Thrown by Scout::look() if the falsifier is found, so that the caller need not continue.
struct Overtaken {};

class Scout {
 public:
  /// Does not start exploring yet. Everything passed by reference must outlive the scout. Ignores
  /// `limits.check`.
  Scout(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
        Limits limits);
  /// Stops the exploration and its thread.
  ~Scout();
  Scout(const Scout&) = delete;
  Scout& operator=(const Scout&) = delete;

  /// Starts exploring, at a lower priority than the caller. Beyond two faults, it explores only a
  /// quarter of the time. If no thread can be started, it explores nothing before finish().
  void start();
  [[nodiscard]] bool started() const { return explorer_.has_value(); }
  /// The search that runs beside the scout calls this again and again. Some time after the first
  /// call, it calls start(). Throws Overtaken if the falsifier is found.
  void look();
  /// Tells the scout that a falsifier exists and only the least one is unknown. From now on the
  /// scout does not rest.
  void hurry() { hurry_ = true; }
  /// Explores up to the limits, and returns then. Calls `check` meanwhile, which may throw.
  void finish(const BudgetCheck& check);

  /// Returns the least falsifier; nullopt if it is not known (yet).
  [[nodiscard]] std::optional<FaultSet> found() const;
  /// Returns the number of states that were evaluated to find it. Requires found().
  [[nodiscard]] std::uint64_t states() const { return explorer_->states(); }
  /// Returns the largest number of faults for which all fault sets are known to violate nothing.
  [[nodiscard]] std::size_t harmless() const { return harmless_; }

 private:
  void run();
  void rest();

  std::atomic<bool> stop_{false};
  std::atomic<bool> done_{false};
  std::atomic<bool> hurry_{false};
  std::atomic<std::size_t> harmless_{0};
  const dedalus::Program& program_;
  const Fspec& fspec_;
  const eval::Model& failure_free_;
  Limits limits_;
  std::optional<std::chrono::steady_clock::time_point> first_look_;
  std::chrono::steady_clock::time_point rested_;  ///< end of the explorer's last rest
  BudgetCheck check_;                             ///< argument of finish(), if there is no thread
  std::optional<Explorer> explorer_;  ///< set once started; belongs to the thread until done_
  std::thread thread_;                ///< not joinable if no thread could be started
};

/// Runs `work` beside the scout. Returns the result of `work`, or nullopt if the scout finds the
/// least falsifier first. If `work` exceeds a budget of facts or steps, the scout gets the
/// remaining time before the exception is rethrown.
template <class Work>
std::optional<std::invoke_result_t<Work>> beside(Scout& scout, const BudgetCheck& check,
                                                 Work work) {
  try {
    return work();
  } catch (const Overtaken&) {
    return std::nullopt;
  } catch (const BudgetExceeded& e) {
    if (e.budget() != "time" && e.budget() != "memory") scout.finish(check);
    if (!scout.found()) throw;
    return std::nullopt;
  }
}

}  // namespace ldfi::explore
