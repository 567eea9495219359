// Controls a zygote: a process from which nodes in Python are forked (worker/zygote). A keeper uses this
// class. The zygote runs untrusted code, as the node does, so its messages are checked. Private to
// worker/drive.
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
  /// Returns the command that starts a zygote for nodes with the command `node`. `place` is the index of the
  /// word that names the Python program. `clock` is true if nodes have a virtual clock.
  static std::vector<std::string> command(std::vector<std::string> node, std::size_t place,
                                          bool clock);

  /// Opens the zygote's stdin, stdout and stderr, and returns the descriptors. Returns none and sets errno if
  /// that fails.
  std::vector<Descriptor> open();
  /// Sends the script to the zygote. Called when it was started with the descriptors of open().
  void begin(pid_t pid);
  /// Returns the pid of the zygote, or 0 if there is none.
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// Returns true if a node was requested, and the zygote has not answered.
  [[nodiscard]] bool is_asked() const { return asked_; }
  /// Requests a node with this folder, this clock (NAME=VALUE, or empty) and these descriptors as stdin,
  /// stdout and stderr, and waits for a moment. The answer is the pid of the node. EAGAIN: not ready, so call
  /// again with the same arguments. ESRCH: the zygote has ended or refuses, and reports why.
  Answer fork(const std::string& folder, const std::string& clock,
              const std::vector<Descriptor>& descriptors);
  /// Forgets the zygote, which has ended.
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
  Descriptor complaints_;  ///< what imports of the zygote write to stdout and stderr
  std::string last_;       ///< the end of the text from `complaints_`
  pid_t pid_ = 0;
  bool ready_ = false;
  bool asked_ = false;
};

}  // namespace ldfi::drive
