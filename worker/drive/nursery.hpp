// The nursery: a small process that starts and ends other processes for this process. It is forked
// before this process has threads or uses MPI, because neither survives a fork. If this process is
// killed, the nursery kills all processes that it started, and ends.
#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "worker/drive/complaints.hpp"
#include "worker/drive/descriptor.hpp"
#include "worker/drive/tasks.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

struct Answer;

/// The place in which the processes of one node run: the node's folders, and a keeper, which is the
/// ancestor of its processes. The folders are kept when the processes end
/// (docs/reference/sandbox.md).
struct Place {
  pid_t keeper = 0;   ///< pid of the keeper
  Descriptor folder;  ///< folder that contains `home`, `tmp`, `shm` and `clock`
  sandbox::View view;
  sandbox::Layers layers = 0;
  std::string missing;  ///< reason why layers are missing; empty if none is missing
  bool group = false;   ///< true if a cgroup limits the memory of the processes
};

/// A program to start. It gets a session of its own, and `folder` as its working directory.
struct Program {
  pid_t keeper = 0;                  ///< pid of the keeper in whose place the program runs
  std::vector<std::string> command;  ///< program and arguments; the program is searched in PATH
  std::string folder;                ///< working directory, as the program sees it
  /// NAME=VALUE, in addition to the environment of this process.
  std::vector<std::string> environment;
  int processor = -1;  ///< number of the processor on which the program runs, or -1 for any
  std::string clock;   ///< NAME=VALUE: environment variable that names the folder of the program's
                       ///< clock, or empty
  /// True if `command` starts a Python process (a zygote), from which the program is then forked
  /// (worker/drive/zygote.hpp).
  bool forked = false;
  /// Paths inside the sandbox. Excerpts of stderr show the path that the user wrote in their place.
  std::vector<UserPath> paths{};
};

/// A process that was started. Reads and writes on its descriptors do not block.
struct Child {
  pid_t pid = 0;
  Descriptor in;   ///< descriptor of the input of the process
  Descriptor out;  ///< descriptor of the output of the process
  Descriptor err;
};

class Nursery {
 public:
  /// Forks the nursery. Throws EnvironmentError.
  static std::unique_ptr<Nursery> begin();

  /// Opens a place: makes the folders and the keeper of a node, with these sandbox settings. Throws
  /// EnvironmentError.
  Place open(const sandbox::Confinement& confinement);
  /// Ends all processes in the place, and closes it.
  void close(const Place& place);
  /// Starts a program. Throws InputError if its command cannot be started, and EnvironmentError if
  /// the machine cannot start any process. While it waits for a fork from a zygote, calls
  /// `meanwhile` from time to time, which may throw.
  Child start(const Program& program, const std::function<void()>& meanwhile = {});
  /// Kills the process and all others in its place, and waits for them. Returns the status of the process
  /// (waitpid).
  int end(pid_t pid);
  /// Throws EnvironmentError if the nursery or the keeper of this process was killed. Their end
  /// also ends nodes, so the end of a node would then show nothing about the system. Called first
  /// whenever a process has ended.
  void expect_helpers(pid_t pid) const;
  /// Returns true if the kernel has ended a process in the same place, since this process started,
  /// because the cgroup was full.
  [[nodiscard]] bool is_ended_when_full(pid_t pid) const;
  /// Returns true if a SIGKILL that ldfi-farm did not send has ended this process. The output of
  /// the process must be closed.
  [[nodiscard]] bool is_killed(pid_t pid) const;
  /// Returns all processes in the place of this process, even those that tried to leave it.
  [[nodiscard]] std::vector<pid_t> processes(pid_t pid) const;
  /// Returns how much of the machine the processes in the place of this process use, including
  /// memory that the kernel holds for them.
  [[nodiscard]] Usage usage(pid_t pid) const;
  /// Returns true if the kernel reports the function in which a process sleeps.
  [[nodiscard]] bool tells_where() const { return tells_where_; }
  /// Makes the nursery remove this folder and its contents when this process has ended, for
  /// whatever reason.
  void own(const std::string& folder);

 private:
  Nursery(Descriptor socket, pid_t pid) : socket_(std::move(socket)), pid_(pid) {}
  Descriptor socket_;
  pid_t pid_;
  Answer ask_to_start(const Program& program, const std::vector<int>& descriptors,
                      const std::function<void()>& meanwhile);
  [[nodiscard]] int ended_when_full(pid_t keeper) const;
  struct Watched {
    /// Descriptor for queries about the memory of sockets in the place. Closed if the kernel does
    /// not report this memory.
    Descriptor sockets;
    /// Descriptor of the place's folders if they are in memory, otherwise -1. The place owns the
    /// descriptor.
    int folder = -1;
    bool group = false;  ///< true if a cgroup limits the memory of the place
    int full = 0;  ///< number of processes that the kernel had ended before the last start, because
                   ///< the cgroup was full
  };
  std::map<pid_t, Watched> watched_;  ///< places, by pid of the keeper
  std::map<pid_t, pid_t> keepers_;    ///< pid of the keeper, by pid of a process that it started
  std::map<pid_t, pid_t> zygotes_;    ///< pid of the zygote, by pid of the keeper
  bool tells_where_ = false;
};

}  // namespace ldfi::drive
