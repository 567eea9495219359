// Finds out from the states of a node's threads whether the node is done. It is done if all threads slept
// in two successive looks, and none has run in between. Then all slept at one moment, and only a message
// or the time can wake them: ldfi-farm controls both. A thread that is about to sleep already counts as
// sleeping, but may still find something to do. So the second look also checks where it sleeps.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::drive {

/// A sleeping thread.
struct Task {
  pid_t process = 0;
  int thread = 0;
  std::uint64_t switches = 0;  ///< how often it has stopped running so far
  int own_number = 0;          ///< number of the thread inside its own namespace

  bool operator==(const Task&) const = default;
};

/// Returns the threads of these processes and of their children, or nullopt if one of them does not
/// sleep. Threads that have ended are left out: empty if all have ended.
/// `surely`: also checks that each thread has left its processor, as far as the system reports it.
std::optional<std::vector<Task>> sleeping_tasks(const std::vector<pid_t>& processes, bool surely);
/// The resources that some processes and all their descendants use.
struct Usage {
  double processor_s = 0;    ///< processor time so far, in seconds
  std::uint64_t memory = 0;  ///< bytes of private and shared memory now
  std::uint64_t kernel = 0;  ///< bytes that the kernel may hold for them, except data in sockets
  std::size_t tasks = 0;     ///< processes and threads
  bool all_sleep = true;
  pid_t stopped = 0;  ///< a process that a signal has stopped, such as SIGSTOP; 0: none
};
/// `sockets_too`: each socket counts as if its buffers were full, for use where nothing else counts them.
Usage usage_of(const std::vector<pid_t>& processes, bool sockets_too = false);

/// True if the system reports where this process, which sleeps, does so.
bool tells_where(pid_t process);

/// Returns the number of a thread as it sees it itself, or 0 if the thread has ended.
int number_inside(pid_t process, int thread);

/// True if a signal has stopped this process, such as SIGSTOP.
bool is_stopped(pid_t process);

/// Returns the name that the system has for this process; empty if the process has ended.
std::string name_of_program(pid_t process);

/// Returns the children of this process.
std::vector<pid_t> children_of(pid_t process);

}  // namespace ldfi::drive
