// The process from which a node in Python is forked, as its keeper sees it (worker/zygote). It runs
// untrusted code, as the node does, so its messages are checked. Private to worker/drive.
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
  /// Returns the command of a zygote for a node with the command `node`, whose program is the word number
  /// `place`. `clock`: nodes have a virtual clock.
  static std::vector<std::string> command(std::vector<std::string> node, std::size_t place,
                                          bool clock);

  /// Returns the descriptors that become 0, 1 and 2 of the zygote. If that fails, returns none and sets
  /// errno.
  std::vector<Descriptor> open();
  /// Called when the zygote was started with these descriptors. Sends it the script.
  void begin(pid_t pid);
  /// Returns 0 if there is no zygote.
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// True if it was asked for a node, and has not answered.
  [[nodiscard]] bool is_asked() const { return asked_; }
  /// Asks for a node with this folder, this clock (NAME=VALUE, or empty) and these descriptors as 0, 1
  /// and 2, and waits for a moment. Answers with the number of the node. EAGAIN: not ready, so call it
  /// again with the same arguments. ESRCH: the zygote is gone, or refuses and says why.
  Answer fork(const std::string& folder, const std::string& clock,
              const std::vector<Descriptor>& descriptors);
  /// Called when the zygote has ended.
  void forget();

 private:
  struct Said {
    std::string text;  ///< empty: the zygote is gone
    pid_t from = 0;    ///< pid of the sender, as the kernel reports it
  };
  /// Returns nullopt if it has not said anything yet.
  std::optional<Said> receive();
  void read_complaints();
  [[nodiscard]] Answer gone(const std::string& why) const;

  Descriptor socket_;
  Descriptor complaints_;  ///< stderr and stdout of the zygote's imports
  std::string last_;       ///< the end of that text
  pid_t pid_ = 0;
  bool ready_ = false;
  bool asked_ = false;
};

}  // namespace ldfi::drive
