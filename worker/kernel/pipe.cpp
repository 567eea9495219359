// Pipes within the guest.
#include <fcntl.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/descriptors.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::size_t pipe_bytes = 65536;
/// A write of at most so many bytes is written at once or not at all.
constexpr std::size_t whole_bytes = 4096;

struct Pipe;

class PipeEnd : public File {
 public:
  std::uint32_t mode() override { return 0010600; }
  long read(const Pieces& to) override;
  long write(const Pieces& from) override;
  std::uint32_t events() override;
  void close() override;
  [[nodiscard]] bool writes_all() const override { return true; }

  Pipe* pipe = nullptr;
  [[nodiscard]] bool reads() const { return (status & O_ACCMODE) == O_RDONLY; }
};

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

constexpr Entry calls_of_pipes[] = {
    {SYS_pipe, {"pipe", pipe_call}}, {SYS_pipe2, {"pipe2", pipe2_call}}, {0, {}}};

}  // namespace ldfi::kernel
