// A small process that starts and ends others for this one: it is forked before there are threads or
// MPI, which do not survive a fork, and it outlives a kill of this process by as long as it takes to
// kill all that it started.
#pragma once

#include <sys/types.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// What is started: in a session of its own, with this folder as its own.
struct Program {
  std::vector<std::string> command;  ///< the first word is looked for on the path
  std::string folder;
  std::vector<std::string> environment;  ///< NAME=VALUE, besides those of this process
  int processor = -1;                    ///< where it runs; -1: anywhere
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

  /// Throws InputError if the command cannot be started, EnvironmentError if nothing can.
  Child start(const Program& program);
  /// Kills it and all processes of its session, and waits for it. Returns its status (waitpid).
  int end(pid_t pid);
  /// Processes that nodes left behind, which are children of the nursery now.
  [[nodiscard]] std::vector<pid_t> strays() const;
  /// True if the system tells where its processes sleep.
  [[nodiscard]] bool tells_where() const { return tells_where_; }
  /// Removes this folder, and all in it, when this process is no more, however it ends.
  void own(const std::string& folder);

 private:
  Nursery(Descriptor socket, pid_t pid) : socket_(std::move(socket)), pid_(pid) {}
  Descriptor socket_;
  pid_t pid_;
  std::set<pid_t> started_;
  bool tells_where_ = false;
};

}  // namespace ldfi::drive
