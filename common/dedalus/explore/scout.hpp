// An Explorer in a thread of its own, beside a search that takes its time: whichever has the least
// falsifier first has it, and they have the same.
//
//   Scout scout(program, fspec, failure_free, limits);
//   auto universe = beside(scout, check, [&] { return ground(…); });   // which polls scout.look()
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

/// Thrown by Scout::look(): there is no need to go on.
struct Overtaken {};

class Scout {
 public:
  /// Nothing begins yet; all must outlive the scout. The limits' check is not asked.
  Scout(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
        Limits limits);
  /// Ends the thread.
  ~Scout();
  Scout(const Scout&) = delete;
  Scout& operator=(const Scout&) = delete;

  /// From now on it explores, at a lower priority than the caller, and beyond two faults only a
  /// quarter of the time. Where no thread can be had, nothing happens before finish().
  void start();
  [[nodiscard]] bool started() const { return explorer_.has_value(); }
  /// To be called again and again by whoever may be overtaken: start() once that has taken long,
  /// and throws Overtaken if the falsifier is there.
  void look();
  /// There is a falsifier, and only the least is not known: from now on without rests.
  void hurry() { hurry_ = true; }
  /// Explores to the end of the limits; `check` may throw.
  void finish(const BudgetCheck& check);

  /// The least falsifier; nothing if it is not known, or not known yet.
  [[nodiscard]] std::optional<FaultSet> found() const;
  /// Once found(): states that this took.
  [[nodiscard]] std::uint64_t states() const { return explorer_->states(); }
  /// So many faults are known to be too few.
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
  std::chrono::steady_clock::time_point rested_;  ///< of whoever explores
  BudgetCheck check_;                             ///< of finish(), where there is no thread
  std::optional<Explorer> explorer_;              ///< once started; the thread's, until done_
  std::thread thread_;                            ///< not joinable: none can be had
};

/// What `work` returns; nothing if the scout has found the least falsifier. Where work is too much
/// (budgets of facts and steps), the scout gets the time that is left before anybody gives up.
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
