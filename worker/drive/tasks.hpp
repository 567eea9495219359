// Whether a node is done, by what the system says of its threads: it is when all of them slept in
// two looks one after the other, and none has run in between. Then they all slept at one moment, and
// nothing wakes them but a message or the time, which are both ours. A thread that is about to sleep
// says that it does, and may still find something to do; so the second look asks where it sleeps.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::drive {

/// A thread that sleeps.
struct Task {
  pid_t process = 0;
  int thread = 0;
  std::uint64_t switches = 0;  ///< how often it stopped running so far
  int own_number = 0;          ///< of the thread as it sees it itself

  bool operator==(const Task&) const = default;
};

/// The threads of these processes and of their children, if all sleep; nothing if one does not.
/// Those that ended are left out: empty means that there is none.
/// `surely`: they do not only say so, as far as the system tells.
std::optional<std::vector<Task>> sleeping_tasks(const std::vector<pid_t>& processes, bool surely);
/// What processes and all that they started use.
struct Usage {
  double processor_s = 0;    ///< so far
  std::uint64_t memory = 0;  ///< bytes that are theirs alone or shared memory, now
  std::uint64_t kernel = 0;  ///< bytes that the kernel may hold for them, except data in sockets
  std::size_t tasks = 0;     ///< processes and threads
  bool all_sleep = true;
  pid_t stopped = 0;  ///< a process that a signal has stopped, such as SIGSTOP; 0: none
};
/// `sockets_too`: each socket counts as if its buffers were full, as nobody else counts them.
Usage usage_of(const std::vector<pid_t>& processes, bool sockets_too = false);

/// True if the system tells of this process, which sleeps, where it does.
bool tells_where(pid_t process);

/// Returns the number of a thread as it sees it itself, or 0 if the thread has ended.
int number_inside(pid_t process, int thread);

/// True if a signal has stopped this process, such as SIGSTOP.
bool is_stopped(pid_t process);

/// As the system calls it; empty if it is no more.
std::string name_of_program(pid_t process);

/// Children of this process.
std::vector<pid_t> children_of(pid_t process);

}  // namespace ldfi::drive
