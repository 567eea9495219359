// The process that a node in Python is forked from, as its keeper sees it (worker/zygote). It is of
// strangers, as the node is: what it says is checked. Private to worker/drive.
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
  /// The command of a zygote for this one of a node, whose program is the word number `place`.
  /// `clock`: nodes have a clock that is not the machine's.
  static std::vector<std::string> command(std::vector<std::string> node, std::size_t place,
                                          bool clock);

  /// What is to become its descriptors 0, 1 and 2. None, and an errno, if it fails.
  std::vector<Descriptor> open();
  /// It was started with these.
  void begin(pid_t pid);
  /// 0: there is none.
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// True if it was asked for a node, and has not answered.
  [[nodiscard]] bool is_asked() const { return asked_; }
  /// Asks for a node with this folder, clock (NAME=VALUE, or empty) and these for its descriptors 0, 1
  /// and 2, and waits for a moment. The number of the node; EAGAIN: not yet, so ask again with the same;
  /// ESRCH: it is gone, or refuses, and says why if it does.
  Answer fork(const std::string& folder, const std::string& clock,
              const std::vector<Descriptor>& descriptors);
  /// It ended.
  void forget();

 private:
  struct Said {
    std::string text;  ///< empty: it is gone
    pid_t from = 0;    ///< as the system says
  };
  /// Nothing: it has not said anything yet.
  std::optional<Said> receive();
  void read_complaints();
  [[nodiscard]] Answer gone(const std::string& why) const;

  Descriptor socket_;
  Descriptor complaints_;  ///< what its imports write
  std::string last_;       ///< the end of that
  pid_t pid_ = 0;
  bool ready_ = false;
  bool asked_ = false;
};

}  // namespace ldfi::drive
