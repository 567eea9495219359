// Open files of the guest, as its descriptors name them. Each kind answers without waiting; the calls
// around it wait (descriptors.hpp).
#pragma once

#include <poll.h>
#include <sys/uio.h>

#include <cstdint>

#include "worker/kernel/context.hpp"
#include "worker/kernel/memory.hpp"

struct stat;

namespace ldfi::kernel {

/// The pieces of memory of a call like readv, which belong to the guest.
struct Pieces {
  iovec* items = nullptr;
  int count = 0;

  [[nodiscard]] std::size_t bytes() const;
  /// Removes so many bytes from the beginning.
  void skip(std::size_t bytes);
  /// Copies bytes to the guest, beginning at `offset`. Returns 0 or -EFAULT.
  long put(std::size_t offset, const void* from, std::size_t count) const;
  /// Copies bytes from the guest.
  long take(std::size_t offset, void* to, std::size_t count) const;
};

class File;
class Epoll;
class Socket;
class PipeEnd;

/// A context that waits for a file. It is on the stack of the context.
struct Waiter {
  Context* context = nullptr;
  File* file = nullptr;
  Waiter* next = nullptr;
};

/// An entry of an epoll file.
struct Watch {
  Epoll* epoll = nullptr;
  File* file = nullptr;
  int descriptor = 0;
  std::uint32_t events = 0;
  std::uint64_t data = 0;
  bool queued = false;  ///< it is in the queue of its epoll file
  Watch* next_in_queue = nullptr;
  Watch* next_of_epoll = nullptr;
  Watch* next_of_file = nullptr;
};

class File {
 public:
  /// These four return -EAGAIN if the call would have to wait.
  virtual long read(const Pieces& /*to*/) { return -EINVAL; }
  virtual long write(const Pieces& /*from*/) { return -EINVAL; }
  /// The same at a place of the file.
  virtual long read_at(const Pieces& /*to*/, long /*place*/) { return -ESPIPE; }
  virtual long write_at(const Pieces& /*from*/, long /*place*/) { return -ESPIPE; }
  /// Moves the place of the next byte, as lseek() does. Returns the new place, or an error.
  virtual long seek(long /*offset*/, int /*from*/) { return -ESPIPE; }
  /// Returns the events of poll() that hold now.
  virtual std::uint32_t events() { return POLLIN | POLLOUT; }
  /// Fills the type of the file, if Linux does not know the file.
  virtual std::uint32_t mode() { return 0600; }
  /// Returns the number of bytes that stat() reports, if Linux does not know the file.
  [[nodiscard]] virtual long size() const { return 0; }
  /// Returns the descriptor of Linux behind this file, or -1.
  [[nodiscard]] virtual int real() const { return -1; }
  /// True for the files of the node's standard input, output and errors, which the worker reads and writes.
  [[nodiscard]] virtual bool is_of_worker() const { return false; }
  /// Called when its last descriptor is closed.
  virtual void close() {}
  /// False for files that are always ready, such as regular files: epoll refuses them.
  virtual bool is_watchable() { return true; }
  [[nodiscard]] virtual bool is_timer() const { return false; }
  /// True if a blocking write waits until all is written.
  [[nodiscard]] virtual bool writes_all() const { return false; }
  /// Returns this file as an epoll file, or null if the file is of another kind.
  virtual Epoll* as_epoll() { return nullptr; }
  /// Returns this file as an epoll file, or null if the file is of another kind.
  virtual Socket* as_socket() { return nullptr; }
  /// Returns this file as an end of a pipe, or null if the file is of another kind.
  virtual PipeEnd* as_pipe() { return nullptr; }
  /// Answers ioctl() for requests that only some files know.
  virtual long device_call(std::uint64_t /*request*/, std::uint64_t /*argument*/) {
    return -ENOTTY;
  }

  static constexpr std::uint32_t all_events = ~std::uint32_t{0};
  /// Wakes those that wait for this file, because its events may have changed. Watches of an epoll file
  /// that want none of these events are left alone, as on Linux. Without events, only calls that wait are woken.
  void notify(std::uint32_t changed = all_events);
  [[nodiscard]] bool is_blocking() const;

  int references = 0;
  int status = 0;  ///< flags that fcntl(F_GETFL) returns
  Waiter* waiters = nullptr;
  Watch* watches = nullptr;
};

/// Waits until notify() is called for one of these files, which may be null, or until the deadline.
Outcome wait_for(File* const* files, int count, std::uint64_t deadline);

/// Makes a file of this class, which is never destroyed before its last descriptor is closed.
template <typename T>
T* make_file(int status) {
  T* const out = allocate_object<T>();
  out->status = status;
  return out;
}

}  // namespace ldfi::kernel
