// Epoll files. A watch is queued when its file changes, and is reported in the order of the queue, as
// Linux does.
#pragma once

#include <sys/epoll.h>

#include "worker/kernel/file.hpp"

namespace ldfi::kernel {

class Epoll : public File {
 public:
  std::uint32_t events() override;
  std::uint32_t mode() override { return 0600; }
  void close() override;
  Epoll* as_epoll() override { return this; }

  /// Adds, changes or removes a watch (epoll_ctl). `wanted` is null for EPOLL_CTL_DEL.
  long control(int operation, int descriptor, File& file, const epoll_event* wanted);
  /// Returns the number of events that hold, and writes them.
  int collect(epoll_event* out, int most);
  /// Called when the file of this watch has changed.
  void queue(Watch& watch);
  /// True if this file watches `other`, perhaps through further epoll files, or is `other`.
  [[nodiscard]] bool reaches(const Epoll& other) const;
  /// Removes a watch, and frees it.
  void forget(Watch& watch);

 private:
  Watch* find(int descriptor, const File& file);
  Watch* take_first();
  void unqueue(const Watch& watch);

  Watch* all_ = nullptr;
  Watch* first_ = nullptr;
  Watch* last_ = nullptr;
};

}  // namespace ldfi::kernel
