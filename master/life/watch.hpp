// Requests to stop, and a rank that nobody needs any more. On a signal that asks for a stop
// (common/base/process.hpp) whoever is in a loop sees it in stop_requested() and comes to an end
// with status 85. What is not in a loop (a long question to the solver, a grounding) is not waited
// for: the journal has everything already, so a thread ends the process with the same status. It
// also ends a rank whose launcher has died.
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
    alone,     ///< no launcher
    starting,  ///< a rank that does not know yet which; Open MPI's mpirun may crash if one leaves
               ///< now
    master,    ///< rank 0
    worker,    ///< leaves the end to the master, for as long as that may take
  };

  /// At most one in a process; before any other thread. Signals arriving from now on are requests.
  /// Throws EnvironmentError if no thread can be started.
  explicit Watch(Role role);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// The rank knows its role.
  void set_role(Role role) { role_ = role; }
  /// The name of the signal that asked for a stop, if any did. To be asked at least ten times a
  /// second by those who want to end in their own way.
  [[nodiscard]] std::optional<std::string> stop_requested();
  /// The process is about to be done by itself (results are being written) and gets time for it.
  void set_finishing() { finishing_ = true; }

  /// What to say besides when the process has to be ended: where everything is, and how to go on.
  void set_way_on(std::string text);
  [[nodiscard]] std::string way_on() const;

 private:
  void run();
  [[nodiscard]] bool comes_to_an_end() const;
  [[nodiscard]] double patience() const;
  void launcher_is_gone() const;
  [[noreturn]] void leave(const std::string& why, int status) const;

  std::atomic<Role> role_;
  std::atomic<double> asked_{-1e9};  ///< when, on the monotonic clock
  std::atomic<bool> heard_{false};
  std::atomic<bool> finishing_{false};
  std::atomic<bool> over_{false};
  mutable std::mutex mutex_;  ///< of way_on_
  std::string way_on_;
  int parent_ = 0;
  std::thread thread_;
};

}  // namespace ldfi::app
