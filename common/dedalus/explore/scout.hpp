// Runs an Explorer in its own thread, beside a search that may take long. Both look for the same
// least falsifier, and the search ends when one of them has found it.
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

/// Thrown by Scout::look() if the scout has found the least falsifier, so that the caller need not
/// continue.
struct Overtaken {};

class Scout {
 public:
  /// Prepares a scout without starting it. Everything that is passed by reference must outlive the
  /// scout. `limits.check` is ignored.
  Scout(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
        Limits limits);
  /// Stops the exploration and its thread.
  ~Scout();
  Scout(const Scout&) = delete;
  Scout& operator=(const Scout&) = delete;

  /// Starts the exploration, at a lower priority than the caller's. Fault sets of more than two
  /// faults are explored only a quarter of the time. If no thread can be started, nothing is
  /// explored before finish().
  void start();
  [[nodiscard]] bool started() const { return explorer_.has_value(); }
  /// Called again and again by the search that runs beside the scout. Calls start() some time after
  /// the first call. Throws Overtaken if the scout has found the least falsifier.
  void look();
  /// Tells the scout that a falsifier exists and only the least one is unknown. From now on, the
  /// scout explores all the time.
  void hurry() { hurry_ = true; }
  /// Explores up to the limits before it returns. Calls `check` from time to time, which may throw.
  void finish(const BudgetCheck& check);

  /// Returns the least falsifier, or nullopt if the scout has not found it.
  [[nodiscard]] std::optional<FaultSet> found() const;
  /// Returns how many states were evaluated to find the falsifier. Requires found().
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
  /// Time at which the explorer last continued after a rest.
  std::chrono::steady_clock::time_point rested_;
  BudgetCheck check_;  ///< argument of finish(), used if there is no thread
  /// Set by start(); only the thread may use it until done_ is true.
  std::optional<Explorer> explorer_;
  std::thread thread_;  ///< not joinable if the thread could not be started
};

/// Runs `work` beside the scout. Returns the result of `work`, or nullopt if the scout finds the
/// least falsifier first. If `work` exceeds a budget of facts or steps, the scout gets the
/// remaining time before the exception is thrown again.
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
