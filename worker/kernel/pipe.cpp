// Pipes within the guest.
#include <fcntl.h>
#include <unistd.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/signals.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::size_t pipe_bytes = 65536;
/// A write of at most so many bytes is written at once or not at all.
constexpr std::size_t whole_bytes = 4096;

struct Pipe;

}  // namespace

class PipeEnd : public File {
 public:
  std::uint32_t mode() override { return 0010600; }
  long read(const Pieces& to) override;
  long write(const Pieces& from) override;
  std::uint32_t events() override;
  void close() override;
  [[nodiscard]] bool writes_all() const override { return true; }
  PipeEnd* as_pipe() override { return this; }
  /// Moves bytes from this pipe to another file. Returns their number, or an error.
  long move_to(File& to, std::size_t most, long* place);
  /// Moves bytes from another file to this pipe.
  long move_from(File& from, std::size_t most, long* place);
  /// Waits until the pipe has bytes, or room for them. Returns 0, or an error.
  long await(bool waits);

  Pipe* pipe = nullptr;
  [[nodiscard]] bool reads() const { return (status & O_ACCMODE) == O_RDONLY; }
};

namespace {

struct Pipe {
  char bytes[pipe_bytes];
  std::size_t first = 0;
  std::size_t count = 0;
  PipeEnd* reader = nullptr;  ///< null once it is closed
  PipeEnd* writer = nullptr;

  /// Calls `step` for each contiguous part of `many` bytes from `from` on.
  template <typename Step>
  long parts(std::size_t from, std::size_t many, const Step& step) {
    std::size_t done = 0;
    while (done < many) {
      const std::size_t at = (from + done) % pipe_bytes;
      const std::size_t here = many - done < pipe_bytes - at ? many - done : pipe_bytes - at;
      if (const long error = step(done, bytes + at, here); error != 0) return error;
      done += here;
    }
    return 0;
  }
};

}  // namespace

long PipeEnd::read(const Pieces& to) {
  const std::size_t many = to.bytes() < pipe->count ? to.bytes() : pipe->count;
  if (to.bytes() == 0) return 0;
  if (pipe->count == 0) return pipe->writer == nullptr ? 0 : -EAGAIN;
  const long error = pipe->parts(
      pipe->first, many,
      [&](std::size_t done, char* at, std::size_t here) { return to.put(done, at, here); });
  if (error != 0) return error;
  pipe->first = (pipe->first + many) % pipe_bytes;
  pipe->count -= many;
  if (pipe->writer != nullptr) pipe->writer->notify();
  return static_cast<long>(many);
}

long PipeEnd::write(const Pieces& from) {
  const std::size_t wanted = from.bytes();
  const std::size_t free = pipe_bytes - pipe->count;
  if (pipe->reader == nullptr) return -EPIPE;
  if (wanted == 0) return 0;
  if (free == 0 || (wanted <= whole_bytes && free < wanted)) return -EAGAIN;
  const std::size_t many = wanted < free ? wanted : free;
  const std::size_t end = pipe->first + pipe->count;
  const long error = pipe->parts(end, many, [&](std::size_t done, char* at, std::size_t here) {
    return from.take(done, at, here);
  });
  if (error != 0) return error;
  pipe->count += many;
  pipe->reader->notify();
  return static_cast<long>(many);
}

std::uint32_t PipeEnd::events() {
  if (reads()) {
    return (pipe->count > 0 ? POLLIN | POLLRDNORM : 0U) | (pipe->writer == nullptr ? POLLHUP : 0U);
  }
  return (pipe_bytes - pipe->count >= whole_bytes ? POLLOUT | POLLWRNORM : 0U) |
         (pipe->reader == nullptr ? POLLERR : 0U);
}

void PipeEnd::close() {
  PipeEnd* const other = reads() ? pipe->writer : pipe->reader;
  (reads() ? pipe->reader : pipe->writer) = nullptr;
  if (other != nullptr) {
    other->notify();
  } else {
    release(pipe, sizeof(Pipe));
  }
  release(this, sizeof(PipeEnd));
}

long PipeEnd::await(bool waits) {
  for (;;) {
    if (!reads() && pipe->reader == nullptr) return -EPIPE;
    if (reads() ? pipe->count > 0 || pipe->writer == nullptr : pipe->count < pipe_bytes) return 0;
    if (!waits) return -EAGAIN;
    File* const files[] = {this};
    if (wait_for(files, 1, never) == Outcome::interrupted) return restart;
  }
}

long PipeEnd::move_to(File& to, std::size_t most, long* place) {
  iovec items[2] = {};
  int count = 0;
  const std::size_t many = most < pipe->count ? most : pipe->count;
  if (many == 0) return 0;
  pipe->parts(pipe->first, many, [&](std::size_t, char* at, std::size_t here) {
    items[count++] = {at, here};
    return 0L;
  });
  const Pieces pieces{items, count};
  const long out = place != nullptr ? to.write_at(pieces, *place) : write_file(to, pieces);
  if (out <= 0) return out;
  pipe->first = (pipe->first + static_cast<std::size_t>(out)) % pipe_bytes;
  pipe->count -= static_cast<std::size_t>(out);
  if (pipe->writer != nullptr) pipe->writer->notify();
  return out;
}

long PipeEnd::move_from(File& from, std::size_t most, long* place) {
  const std::size_t free = pipe_bytes - pipe->count;
  const std::size_t room = most < free ? most : free;
  auto* const buffer = static_cast<char*>(allocate(pipe_bytes));
  iovec item{buffer, room};
  long out = place != nullptr ? from.read_at({&item, 1}, *place) : read_file(from, {&item, 1});
  if (out > 0) {
    item = {buffer, static_cast<std::size_t>(out)};
    out = write_file(*this, {&item, 1});
  }
  release(buffer, pipe_bytes);
  return out;
}

namespace {

/// Lets no call wait for these files, if `applies`, until the object is destroyed.
class Impatience {
 public:
  Impatience(File& one, File& other, bool applies)
      : one_(one),
        other_(other),
        status_(one.status),
        other_status_(other.status),
        applies_(applies) {
    if (applies) one.status |= O_NONBLOCK;
    if (applies) other.status |= O_NONBLOCK;
  }
  ~Impatience() {
    if (applies_) one_.status = status_;
    if (applies_) other_.status = other_status_;
  }
  Impatience(const Impatience&) = delete;
  Impatience& operator=(const Impatience&) = delete;

 private:
  File& one_;
  File& other_;
  int status_;
  int other_status_;
  bool applies_;
};

/// Moves at most `most` bytes between a pipe and another file. `places` are the offsets in the two files. An
/// offset is null if the file is a pipe, or if its current offset is used.
long splice_files(File& from, File& to, std::size_t most, long* const (&places)[2], bool waits) {
  const Impatience impatience(from, to, !waits);
  if (PipeEnd* const pipe = from.as_pipe()) {
    const long failure = pipe->await(pipe->is_blocking());
    return failure != 0 ? failure : pipe->move_to(to, most, places[1]);
  }
  const long failure = to.as_pipe()->await(to.is_blocking());
  return failure != 0 ? failure : to.as_pipe()->move_from(from, most, places[0]);
}

long splice_call(const Call& call) {
  constexpr std::uint64_t never_waits = 2;  // SPLICE_F_NONBLOCK
  constexpr std::uint64_t known = 15;
  constexpr std::size_t most = 0x7ffff000;
  if ((call[5] & ~known) != 0) return -EINVAL;
  if (call[4] == 0) return 0;
  File* const files[] = {file_at(call.number_at(0)), file_at(call.number_at(2))};
  if (files[0] == nullptr || files[1] == nullptr) return -EBADF;
  if ((files[0]->status & O_ACCMODE) == O_WRONLY || (files[1]->status & O_ACCMODE) == O_RDONLY)
    return -EBADF;
  if (files[0]->as_pipe() == nullptr && files[1]->as_pipe() == nullptr) return -EINVAL;
  long values[2] = {};
  long* places[2] = {};
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t address = call[2 * i + 1];
    if (address == 0) continue;
    if (files[i]->as_pipe() != nullptr || files[i]->seek(0, SEEK_CUR) < 0) return -ESPIPE;
    if (read_guest(values[i], address) != 0) return -EFAULT;
    if (values[i] < 0) return -EINVAL;
    places[i] = &values[i];
  }
  if ((files[1]->status & O_APPEND) != 0) return -EINVAL;
  for (File* const one : files) ++one->references;  // another thread may close their descriptors
  long out = splice_files(*files[0], *files[1], call[4] < most ? call[4] : most, places,
                          (call[5] & never_waits) == 0);
  if (out == -EPIPE && files[1]->as_pipe() != nullptr) send_signal(current(), SIGPIPE);
  for (int i = 0; i < 2; ++i) {
    if (out > 0 && places[i] != nullptr && write_guest(call[2 * i + 1], values[i] + out) != 0)
      out = -EFAULT;
    drop(*files[i]);
  }
  return out;
}

long make_pipe(std::uint64_t address, int flags) {
  if ((flags & ~(O_CLOEXEC | O_NONBLOCK)) != 0) return -EINVAL;
  auto* const pipe = allocate_object<Pipe>();
  pipe->reader = make_file<PipeEnd>(O_RDONLY | (flags & O_NONBLOCK));
  pipe->writer = make_file<PipeEnd>(O_WRONLY | (flags & O_NONBLOCK));
  pipe->reader->pipe = pipe->writer->pipe = pipe;
  const bool closes = (flags & O_CLOEXEC) != 0;
  const long first = place(*pipe->reader, closes);
  const long other = first < 0 ? first : place(*pipe->writer, closes);
  const int numbers[] = {static_cast<int>(first), static_cast<int>(other)};
  return other < 0 ? other : write_guest(address, numbers);
}

long pipe_call(const Call& call) {
  return make_pipe(call[0], 0);
}

long pipe2_call(const Call& call) {
  return make_pipe(call[0], call.number_at(1));
}

}  // namespace

constexpr Entry calls_of_pipes[] = {{SYS_pipe, {"pipe", pipe_call}},
                                    {SYS_pipe2, {"pipe2", pipe2_call}},
                                    {SYS_splice, {"splice", splice_call}},
                                    {0, {}}};

}  // namespace ldfi::kernel
