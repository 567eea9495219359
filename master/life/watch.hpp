// Ends a process that is asked to stop, and a rank whose launcher has died. After a signal that
// asks for a stop (common/base/process.hpp), a loop sees it in stop_requested() and ends with
// status 85. Work outside of a loop (a long question to the solver, grounding) is not waited for: a
// thread ends the process with the same status, and nothing is lost, since the journal has
// everything.
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
    alone,  ///< no launcher
    /// A rank that does not know its number yet. It waits longer, since Open MPI's mpirun may crash
    /// if a rank leaves while the job starts.
    starting,
    master,  ///< rank 0
    worker,  ///< leaves the end to the master, which has a little less patience
  };

  /// At most one in a process, and before any other thread. From now on signals are requests.
  /// Throws EnvironmentError if no thread can be started.
  explicit Watch(Role role);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Called when the rank knows its role.
  void set_role(Role role) { role_ = role; }
  /// The name of the signal that asked for a stop, if any did. Whoever wants to end in order asks
  /// this at least ten times a second.
  [[nodiscard]] std::optional<std::string> stop_requested();
  /// The process is about to end by itself (it writes its results), and gets time for that.
  void set_finishing() { finishing_ = true; }

  /// What to tell the user if the process has to be ended: where everything is, and how to go on.
  void set_resume_hint(std::string text);
  [[nodiscard]] std::string resume_hint() const;

 private:
  void run();
  [[nodiscard]] bool comes_to_an_end() const;
  [[nodiscard]] double patience() const;
  void launcher_is_gone() const;
  [[noreturn]] void leave(const std::string& why, int status) const;

  std::atomic<Role> role_;
  std::atomic<double> asked_{-1e9};  ///< when stop_requested() was called last; monotonic clock
  std::atomic<bool> heard_{false};
  std::atomic<bool> finishing_{false};
  std::atomic<bool> over_{false};
  mutable std::mutex mutex_;  ///< guards resume_hint_
  std::string resume_hint_;
  int parent_ = 0;
  std::thread thread_;
};

}  // namespace ldfi::app
