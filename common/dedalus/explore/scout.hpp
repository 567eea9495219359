// An Explorer in a thread of its own, beside a search that takes long. The search ends with the
// first of the two that has the least falsifier; they find the same one.
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

/// Thrown by Scout::look(): the falsifier is found, so the caller need not continue.
struct Overtaken {};

class Scout {
 public:
  /// Starts nothing yet. Everything passed by reference must outlive the scout. `limits.check` is
  /// ignored.
  Scout(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
        Limits limits);
  /// Ends the exploration and the thread.
  ~Scout();
  Scout(const Scout&) = delete;
  Scout& operator=(const Scout&) = delete;

  /// Starts exploring, at a lower priority than the caller, and beyond two faults only a quarter of
  /// the time. If no thread can be started, nothing is explored before finish().
  void start();
  [[nodiscard]] bool started() const { return explorer_.has_value(); }
  /// Called again and again by whoever may be overtaken. Once this has gone on for a while, it
  /// calls start(). Throws Overtaken if the falsifier is found.
  void look();
  /// Says that there is a falsifier, and only the least is unknown. From now on the scout does not
  /// rest.
  void hurry() { hurry_ = true; }
  /// Explores up to the limits, and returns then. Calls `check` meanwhile, which may throw.
  void finish(const BudgetCheck& check);

  /// The least falsifier; nothing if it is not known (yet).
  [[nodiscard]] std::optional<FaultSet> found() const;
  /// The number of states that it took. Requires found().
  [[nodiscard]] std::uint64_t states() const { return explorer_->states(); }
  /// All fault sets of at most this many faults are known to be harmless.
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
  BudgetCheck check_;                             ///< the check of finish(), if there is no thread
  std::optional<Explorer> explorer_;  ///< once started; belongs to the thread until done_
  std::thread thread_;                ///< not joinable if none could be started
};

/// Runs `work` beside the scout: returns what it returns, or nothing if the scout found the least
/// falsifier first. If `work` exceeds a budget of facts or steps, the scout gets the remaining time
/// before the exception is thrown on.
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
