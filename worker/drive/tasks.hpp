// Decides from the states of a node's threads whether the node is done. The node is done if all
// threads slept in two successive checks, and none of them ran in between. Then only a message or
// the time can wake a thread, and ldfi-farm controls both. A thread that is about to sleep already
// counts as sleeping, but may still find work. So the second check also makes sure that each thread
// has left its processor.
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
  std::uint64_t switches = 0;  ///< number of times that the thread has stopped running so far
  int own_number = 0;          ///< number of the thread inside its own PID namespace

  bool operator==(const Task&) const = default;
};

/// Returns the threads of these processes and of their children, without threads that have ended.
/// Returns nullopt if a thread does not sleep. With `surely`, also checks that each thread has left
/// its processor, as far as the system reports this.
std::optional<std::vector<Task>> sleeping_tasks(const std::vector<pid_t>& processes, bool surely);
/// The resources that some processes and all their descendants use.
struct Usage {
  double processor_s = 0;    ///< processor time so far, in seconds
  std::uint64_t memory = 0;  ///< bytes of private and shared memory now
  std::uint64_t kernel = 0;  ///< bytes that the kernel may hold for them, except data in sockets
  std::size_t tasks = 0;     ///< processes and threads
  bool all_sleep = true;
  pid_t stopped = 0;  ///< a process that a signal, such as SIGSTOP, has stopped, or 0
};
/// Returns the resources that the processes use. With `sockets_too`, sockets count as if their
/// buffers were full. This is for machines on which nothing else limits the memory of sockets.
Usage usage_of(const std::vector<pid_t>& processes, bool sockets_too = false);

/// Returns true if the kernel reports the function in which this sleeping process waits.
bool tells_where(pid_t process);

/// Returns the number that a thread has inside its own PID namespace, or 0 if the thread has ended.
int number_inside(pid_t process, int thread);

/// Returns true if a signal, such as SIGSTOP, has stopped this process.
bool is_stopped(pid_t process);

/// Returns the name of the program that this process runs. Empty if the process has ended.
std::string name_of_program(pid_t process);

/// Returns the children of this process.
std::vector<pid_t> children_of(pid_t process);

}  // namespace ldfi::drive
