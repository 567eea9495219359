// Ends a process after a signal that requests a stop (common/base/process.hpp), and a rank whose
// launcher has died. A loop calls stop_requested() to notice the request, and ends the run with
// status 85. While the main thread is in a long computation, such as a call of the SAT solver, no
// loop can notice the request. Then another thread ends the process with the same status. No
// answers are lost, because the journal has all of them.
//
//   Watch watch(Watch::Role::master);
//   while (!watch.stop_requested()) …
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace ldfi::app {

class Watch {
 public:
  enum class Role : std::uint8_t {
    alone,  ///< a process without a launcher
    /// A rank that does not know its number yet. It waits longer before it ends itself, since Open MPI's
    /// mpirun may crash if a rank leaves while the job starts.
    starting,
    master,  ///< rank 0
    /// Another rank. It waits a little longer than the master before it ends itself, so that the master ends
    /// first.
    worker,
  };

  /// From now on, signals are requests to stop. A process may have at most one Watch, and must make it before
  /// it starts any other thread. Throws EnvironmentError if no thread can be started.
  explicit Watch(Role role);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Sets the role. Called as soon as the rank knows its number.
  void set_role(Role role) { role_ = role; }
  /// Returns the name of the signal that requested a stop, or nullopt. A loop that wants to end the run by
  /// itself must call this at least ten times a second.
  [[nodiscard]] std::optional<std::string> stop_requested();
  /// Gives the process more time to end by itself. Called before it writes its results.
  void set_finishing() { finishing_ = true; }
  /// From now on a signal does not stop the process, because all of its work is done. A process that does not
  /// end in time after a signal ends with this status, without a message.
  void set_decided(int status) { decided_ = status; }

  /// Sets the text that is printed if the process must be ended: where its answers are, and how to resume.
  void set_resume_hint(std::string text);
  [[nodiscard]] std::string resume_hint() const;

 private:
  static constexpr int undecided = -1;

  void run();
  [[nodiscard]] bool may_end_by_itself() const;
  [[nodiscard]] double patience() const;
  void launcher_is_gone() const;
  [[noreturn]] void leave(const std::string& why, int status) const;

  std::atomic<Role> role_;
  /// Time of the last call of stop_requested(), by a monotonic clock.
  std::atomic<double> asked_{-1e9};
  std::atomic<bool> heard_{false};
  std::atomic<bool> finishing_{false};
  std::atomic<int> decided_{undecided};  ///< exit status of the process
  std::atomic<bool> over_{false};
  mutable std::mutex mutex_;  ///< guards resume_hint_
  std::string resume_hint_;
  int parent_ = 0;
  std::thread thread_;
};

}  // namespace ldfi::app
