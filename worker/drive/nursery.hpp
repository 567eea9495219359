// A small process that starts and ends others for this one: it is forked before there are threads or
// MPI, which do not survive a fork, and it outlives a kill of this process by as long as it takes to
// kill all that it started.
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

/// Where the processes of one node live, and its folders, which outlive them (docs/reference/sandbox.md).
struct Place {
  pid_t keeper = 0;   ///< their parent, whatever they do
  Descriptor folder;  ///< in it are `home`, `tmp`, `shm` and `clock`
  sandbox::View view;
  sandbox::Layers layers = 0;
  std::string missing;  ///< why there are not more
  bool group = false;   ///< true if a cgroup bounds the memory of its processes
};

/// What is started: in a session of its own, with this folder as its own.
struct Program {
  pid_t keeper = 0;                      ///< of the place where it lives
  std::vector<std::string> command;      ///< the first word is looked for on the path
  std::string folder;                    ///< as it sees it
  std::vector<std::string> environment;  ///< NAME=VALUE, besides those of this process
  int processor = -1;                    ///< where it runs; -1: anywhere
  std::string clock;                     ///< NAME=VALUE of its own clock, or empty
  /// The command is a zygote's, from which it is forked (worker/drive/zygote.hpp).
  bool forked = false;
  std::vector<UserPath> paths{};  ///< what stderr shows instead of paths inside the sandbox
};

/// A process that was started. The descriptors do not block.
struct Child {
  pid_t pid = 0;
  Descriptor in;   ///< what it reads
  Descriptor out;  ///< what it says
  Descriptor err;
};

class Nursery {
 public:
  /// Forks. Throws EnvironmentError.
  static std::unique_ptr<Nursery> begin();

  /// Throws EnvironmentError.
  Place open(const sandbox::Confinement& confinement);
  /// Ends all that lives there, and the place itself.
  void close(const Place& place);
  /// Throws InputError if the command cannot be started, EnvironmentError if nothing can. Calls
  /// `meanwhile`, which may throw, now and then while it waits for a process that is forked.
  Child start(const Program& program, const std::function<void()>& meanwhile = {});
  /// Kills it and all that lives in its place, and waits for them. Returns its status (waitpid).
  int end(pid_t pid);
  /// Throws EnvironmentError if a process of ours that this one depends on was killed: its keeper, or
  /// the nursery. Whoever finds that a process has ended asks this first, since the end of a helper
  /// ends nodes too, and says nothing about the system.
  void expect_helpers(pid_t pid) const;
  /// True if the kernel has ended a process since its start because its cgroup was full.
  [[nodiscard]] bool is_ended_when_full(pid_t pid) const;
  /// True if a SIGKILL that is not ours has ended this process, which has closed its output.
  [[nodiscard]] bool is_killed(pid_t pid) const;
  /// All that live in its place, whatever they did to get away.
  [[nodiscard]] std::vector<pid_t> processes(pid_t pid) const;
  /// What they use of the machine, with the memory that the kernel holds for them.
  [[nodiscard]] Usage usage(pid_t pid) const;
  /// True if the system tells where its processes sleep.
  [[nodiscard]] bool tells_where() const { return tells_where_; }
  /// Removes this folder, and all in it, when this process is no more, however it ends.
  void own(const std::string& folder);

 private:
  Nursery(Descriptor socket, pid_t pid) : socket_(std::move(socket)), pid_(pid) {}
  Descriptor socket_;
  pid_t pid_;
  Answer ask_to_start(const Program& program, const std::vector<int>& descriptors,
                      const std::function<void()>& meanwhile);
  [[nodiscard]] int ended_when_full(pid_t keeper) const;
  struct Watched {
    Descriptor sockets;  ///< asks about the memory of its sockets; closed if that is not known
    int folder = -1;     ///< of the node's folders, if they are in memory; the place has it open
    bool group = false;  ///< true if a cgroup bounds its memory
    int full = 0;        ///< processes that ended in the full cgroup before the last start
  };
  std::map<pid_t, Watched> watched_;  ///< by keeper
  std::map<pid_t, pid_t> keepers_;    ///< by what was started
  std::map<pid_t, pid_t> zygotes_;    ///< by keeper
  bool tells_where_ = false;
};

}  // namespace ldfi::drive
