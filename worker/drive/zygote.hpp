// Controls a zygote: a Python process from which nodes are forked, so that they need not start
// Python again (worker/zygote). A keeper, the ancestor of all processes of a node, uses this class.
// The zygote runs untrusted code of the node, so its messages are checked. Private to worker/drive.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "worker/drive/descriptor.hpp"
#include "worker/drive/parcel.hpp"

namespace ldfi::drive {

class Zygote {
 public:
  /// Returns the command that starts a zygote for nodes with the command `node`. `place` is the
  /// index of the word in `node` that names the Python program. `clock`: nodes have a virtual
  /// clock.
  static std::vector<std::string> command(std::vector<std::string> node, std::size_t place,
                                          bool clock);

  /// Opens pipes and a socket for the zygote's stdin, stdout and stderr, and returns its ends.
  /// Returns an empty list and sets errno if that fails.
  std::vector<Descriptor> open();
  /// Sends the zygote's script to the new process `pid`, which was started with the descriptors of
  /// open().
  void begin(pid_t pid);
  /// Returns the pid of the zygote, or 0 if there is none.
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// Returns true if a node was requested, and the zygote has not answered yet.
  [[nodiscard]] bool is_asked() const { return asked_; }
  /// Requests a node with this folder, clock (NAME=VALUE, or empty) and descriptors for stdin,
  /// stdout and stderr. Waits for a moment. The answer is the pid of the node, or an error. EAGAIN:
  /// the zygote is not ready, so call again with the same arguments. ESRCH: the zygote has ended or
  /// refuses, and the answer says why.
  Answer fork(const std::string& folder, const std::string& clock,
              const std::vector<Descriptor>& descriptors);
  /// Forgets a zygote that has ended, so that another zygote may be started.
  void forget();

 private:
  struct Said {
    std::string text;  ///< text of the message; empty if the zygote has ended
    pid_t from = 0;    ///< pid of the sender, according to the kernel
  };
  /// Returns the next message of the zygote, or nullopt if there is none yet.
  std::optional<Said> receive();
  void read_complaints();
  [[nodiscard]] Answer gone(const std::string& why) const;

  Descriptor socket_;
  Descriptor complaints_;  ///< descriptor from which the zygote's stdout and stderr are read
  std::string last_;       ///< end of the text that was read from `complaints_`
  pid_t pid_ = 0;
  bool ready_ = false;
  bool asked_ = false;
};

}  // namespace ldfi::drive
