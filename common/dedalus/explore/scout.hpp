// Runs an Explorer, which executes small fault sets, in its own thread beside a search that may
// take long. Both look for the same falsifier, the first one in FaultSet order. The search ends
// when the scout or the search itself has found it.
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

/// Scout::look() throws this if the scout has found the falsifier that the search looks for. Then
/// the search can stop.
struct Overtaken {};

class Scout {
 public:
  /// Prepares a scout without starting it. The objects that are passed by reference must outlive
  /// the scout. `limits.check` is ignored.
  Scout(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
        Limits limits);
  /// Stops the exploration and its thread.
  ~Scout();
  Scout(const Scout&) = delete;
  Scout& operator=(const Scout&) = delete;

  /// Starts the exploration in a thread of lower priority. Beyond fault sets of two faults, the
  /// thread explores only a quarter of the time. If no thread can be started, finish() explores
  /// instead.
  void start();
  [[nodiscard]] bool started() const { return explorer_.has_value(); }
  /// The search that runs beside the scout calls this again and again. Calls start() if the first
  /// call was long enough ago. Throws Overtaken if the scout has found the first falsifier in
  /// FaultSet order.
  void look();
  /// Informs the scout that a falsifier exists, and that only the first one in FaultSet order is
  /// unknown. From now on, the scout explores without rests.
  void hurry() { hurry_ = true; }
  /// Continues the exploration up to its limits, and returns when it ends. Calls `check` from time
  /// to time, which may throw.
  void finish(const BudgetCheck& check);

  /// Returns the falsifier that comes first in FaultSet order, or nullopt if the scout has not
  /// found it.
  [[nodiscard]] std::optional<FaultSet> found() const;
  /// Returns how many states the explorer evaluated. Requires that found() returns a fault set.
  [[nodiscard]] std::uint64_t states() const { return explorer_->states(); }
  /// Returns the number of faults up to which no fault set violates a promise, as far as explored.
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
  /// Time at which the explorer's last rest ended.
  std::chrono::steady_clock::time_point rested_;
  BudgetCheck check_;  ///< argument of finish(), used if finish() explores without a thread
  /// Set by start(). Until done_ is true, only the thread may use the explorer.
  std::optional<Explorer> explorer_;
  std::thread thread_;  ///< not joinable if the thread could not be started
};

/// Runs `work` beside the scout. Returns the result of `work`, or nullopt if the scout has found
/// the falsifier first. If `work` exceeds its budget of facts or steps, the scout may use the
/// remaining time. If it finds no falsifier either, the exception is thrown again.
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
