// A small process that starts and ends other processes for this one. It is forked before there are
// threads or MPI, which do not survive a fork. If this process is killed, the nursery kills all that it
// started, and ends.
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

/// The place in which the processes of one node live, with folders that outlive them
/// (docs/reference/sandbox.md).
struct Place {
  pid_t keeper = 0;   ///< process that is the ancestor of all of them, whatever they do
  Descriptor folder;  ///< contains `home`, `tmp`, `shm` and `clock`
  sandbox::View view;
  sandbox::Layers layers = 0;
  std::string missing;  ///< why layers are missing; empty if none is
  bool group = false;   ///< true if a cgroup bounds the memory of its processes
};

/// A program to be started, in a session of its own and with `folder` as its working directory.
struct Program {
  pid_t keeper = 0;                  ///< keeper of the place in which the program runs
  std::vector<std::string> command;  ///< the first word is looked up in PATH
  std::string folder;                ///< working directory, as the program sees it
  /// NAME=VALUE, in addition to the environment of this process.
  std::vector<std::string> environment;
  int processor = -1;  ///< processor that it runs on; -1: any
  std::string clock;   ///< NAME=VALUE of its own clock, or empty
  /// True if the command starts a zygote, from which the program is forked (worker/drive/zygote.hpp).
  bool forked = false;
  /// Paths that excerpts of stderr show instead of those inside the sandbox.
  std::vector<UserPath> paths{};
};

/// A process that was started. Its descriptors do not block.
struct Child {
  pid_t pid = 0;
  Descriptor in;   ///< input of the process
  Descriptor out;  ///< output of the process
  Descriptor err;
};

class Nursery {
 public:
  /// Forks the nursery. Throws EnvironmentError.
  static std::unique_ptr<Nursery> begin();

  /// Opens a place. Throws EnvironmentError.
  Place open(const sandbox::Confinement& confinement);
  /// Ends all processes in the place, and closes it.
  void close(const Place& place);
  /// Starts a program. Throws InputError if its command cannot be started, EnvironmentError if the
  /// machine cannot start any. Calls `meanwhile`, which may throw, from time to time while it waits for a
  /// process that is forked.
  Child start(const Program& program, const std::function<void()>& meanwhile = {});
  /// Kills the process and all others in its place, and waits for them. Returns its status (waitpid).
  int end(pid_t pid);
  /// Throws EnvironmentError if a process of ldfi-farm that this one depends on was killed: its keeper,
  /// or the nursery. Call it first when a process has ended: a helper that ends also ends nodes, which
  /// shows nothing about the system.
  void expect_helpers(pid_t pid) const;
  /// True if the kernel has ended a process of its place since its start because the cgroup was full.
  [[nodiscard]] bool is_ended_when_full(pid_t pid) const;
  /// True if a SIGKILL that ldfi-farm did not send has ended this process, which has closed its output.
  [[nodiscard]] bool is_killed(pid_t pid) const;
  /// Returns all processes in its place, even those that tried to escape.
  [[nodiscard]] std::vector<pid_t> processes(pid_t pid) const;
  /// Returns what they use of the machine, with the memory that the kernel holds for them.
  [[nodiscard]] Usage usage(pid_t pid) const;
  /// True if the system reports where its processes sleep.
  [[nodiscard]] bool tells_where() const { return tells_where_; }
  /// Removes this folder with its contents when this process has ended, however it ends.
  void own(const std::string& folder);

 private:
  Nursery(Descriptor socket, pid_t pid) : socket_(std::move(socket)), pid_(pid) {}
  Descriptor socket_;
  pid_t pid_;
  Answer ask_to_start(const Program& program, const std::vector<int>& descriptors,
                      const std::function<void()>& meanwhile);
  [[nodiscard]] int ended_when_full(pid_t keeper) const;
  struct Watched {
    /// Queries the memory of its sockets; closed if the kernel does not report it.
    Descriptor sockets;
    /// Descriptor of the node's folders if they are in memory, else -1; the place owns it.
    int folder = -1;
    bool group = false;  ///< true if a cgroup bounds its memory
    int full = 0;        ///< processes that ended in the full cgroup before the last start
  };
  std::map<pid_t, Watched> watched_;  ///< by pid of the keeper
  std::map<pid_t, pid_t> keepers_;    ///< by pid of what was started
  std::map<pid_t, pid_t> zygotes_;    ///< by pid of the keeper
  bool tells_where_ = false;
};

}  // namespace ldfi::drive
