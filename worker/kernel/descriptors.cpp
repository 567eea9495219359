#include "worker/kernel/descriptors.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <initializer_list>

#include "worker/kernel/call.hpp"
#include "worker/kernel/epoll.hpp"
#include "worker/kernel/identity.hpp"
#include "worker/kernel/input.hpp"
#include "worker/kernel/link.hpp"
#include "worker/kernel/process.hpp"
#include "worker/kernel/real_file.hpp"
#include "worker/kernel/signals.hpp"
#include "worker/kernel/sockets/transfer.hpp"

namespace ldfi::kernel {
namespace {

List<Descriptor>& table() {
  return own_process().descriptors;
}

Descriptor* descriptor_at(int number) {
  const auto at = static_cast<std::size_t>(number);
  return number < 0 || at >= table().size() || table()[at].file == nullptr ? nullptr : &table()[at];
}

void set(int number, File& file, bool close_on_exec) {
  while (table().size() <= static_cast<std::size_t>(number)) table().push({});
  table()[static_cast<std::size_t>(number)] = {&file, close_on_exec};
  ++file.references;
}

long duplicate_to(int from, int to, bool close_on_exec) {
  File* const file = file_at(from);
  if (file == nullptr || to < 0 || to >= most_descriptors()) return -EBADF;
  ++file->references;  // the close below may close the last descriptor of the same file
  close_descriptor(to);
  set(to, *file, close_on_exec);
  drop(*file);
  return to;
}

template <typename Step>
long transfer(File& file, const Step& step) {
  for (;;) {
    const long out = step();
    if (out != -EAGAIN || !file.is_blocking()) return out;
    File* const files[] = {&file};
    if (wait_for(files, 1, never) == Outcome::interrupted) return restart;
  }
}

long read_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  iovec one{at_address<void>(call[1]), call[2]};
  return read_file(*file, {&one, 1});
}

long write_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  iovec one{at_address<void>(call[1]), call[2]};
  return write_file(*file, {&one, 1});
}

long readv_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  return with_pieces(call[1], static_cast<std::uint32_t>(call[2]),
                     [&](const Pieces& to) { return read_file(*file, to); });
}

long writev_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  return with_pieces(call[1], static_cast<std::uint32_t>(call[2]),
                     [&](const Pieces& from) { return write_file(*file, from); });
}

long pread_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  iovec one{at_address<void>(call[1]), call[2]};
  return file->read_at({&one, 1}, call.signed_at(3));
}

long pwrite_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  iovec one{at_address<void>(call[1]), call[2]};
  return file->write_at({&one, 1}, call.signed_at(3));
}

long preadv_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  return with_pieces(call[1], static_cast<std::uint32_t>(call[2]),
                     [&](const Pieces& to) { return file->read_at(to, call.signed_at(3)); });
}

long pwritev_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  return with_pieces(call[1], static_cast<std::uint32_t>(call[2]),
                     [&](const Pieces& from) { return file->write_at(from, call.signed_at(3)); });
}

long close_call(const Call& call) {
  return close_descriptor(call.number_at(0));
}

long close_range_call(const Call& call) {
  constexpr std::uint64_t only_on_exec = 4;
  if (call[0] > call[1] || (call[2] & ~(only_on_exec | 2)) != 0) return -EINVAL;
  for (std::uint64_t i = call[0]; i <= call[1] && i < table().size(); ++i) {
    if ((call[2] & only_on_exec) != 0) {
      table()[i].close_on_exec = true;
    } else {
      close_descriptor(static_cast<int>(i));
    }
  }
  return 0;
}

long dup_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  return file == nullptr ? -EBADF : place(*file, false);
}

long dup2_call(const Call& call) {
  if (call.number_at(0) == call.number_at(1)) {
    return file_at(call.number_at(0)) == nullptr ? -EBADF : call.number_at(0);
  }
  return duplicate_to(call.number_at(0), call.number_at(1), false);
}

long dup3_call(const Call& call) {
  if (call.number_at(0) == call.number_at(1) || (call[2] & ~std::uint64_t{O_CLOEXEC}) != 0) {
    return -EINVAL;
  }
  return duplicate_to(call.number_at(0), call.number_at(1), call[2] != 0);
}

/// Says that nobody holds a lock.
long find_lock(std::uint64_t address) {
  short type = F_UNLCK;
  if (read_guest(type, address) != 0) return -EFAULT;
  if (type != F_RDLCK && type != F_WRLCK) return -EINVAL;
  type = F_UNLCK;
  return write_guest(address, type);
}

/// Answers F_GETPIPE_SZ and F_SETPIPE_SZ. Pipes never grow, as for users of Linux whose pipes use too much.
long set_pipe_bytes(File& file, const Call& call) {
  constexpr int bytes = 65536;
  if (file.as_pipe() == nullptr) return -EBADF;
  return call.number_at(1) == F_SETPIPE_SZ && call.number_at(2) > bytes ? -EPERM : bytes;
}

/// Refuses a command of fcntl(). Reports those that Linux knows.
long refuse_fcntl(int command) {
  for (const int known : {F_SETOWN, F_GETOWN, F_SETSIG, F_GETSIG, F_SETOWN_EX, F_GETOWN_EX,
                          F_SETLEASE, F_GETLEASE, F_NOTIFY, F_ADD_SEALS, F_GET_SEALS}) {
    if (command != known) continue;
    Text text;
    text.add(program()).add(" calls fcntl with command ").add_number(command);
    report_deviation(
        text.add(", which the library kernel of virtual time does not support: the call fails "
                 "with EINVAL"));
  }
  return -EINVAL;
}

long fcntl_call(const Call& call) {
  Descriptor* const one = descriptor_at(call.number_at(0));
  if (one == nullptr) return -EBADF;
  constexpr int settable = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
  switch (call.number_at(1)) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      if (call.number_at(2) < 0 || call.number_at(2) >= most_descriptors()) return -EINVAL;
      return place(*one->file, call.number_at(1) == F_DUPFD_CLOEXEC, call.number_at(2));
    case F_GETFD:
      return one->close_on_exec ? FD_CLOEXEC : 0;
    case F_SETFD:
      one->close_on_exec = (call[2] & FD_CLOEXEC) != 0;
      return 0;
    case F_GETFL:
      return one->file->status;
    case F_SETFL:
      one->file->status = (one->file->status & ~settable) | (call.number_at(2) & settable);
      return 0;
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
      return 0;  // locks always succeed
    case F_GETLK:
    case F_OFD_GETLK:
      return find_lock(call[2]);
    case F_GETPIPE_SZ:
    case F_SETPIPE_SZ:
      return set_pipe_bytes(*one->file, call);
    default:
      return refuse_fcntl(call.number_at(1));
  }
}

long ioctl_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  if (call.number_at(1) == FIONREAD && file->real() >= 0) {
    return linux_call(SYS_ioctl, file->real(), FIONREAD, call.signed_at(2));
  }
  if (call.number_at(1) == FIONBIO) {
    int on = 0;
    if (read_guest(on, call[2]) != 0) return -EFAULT;
    file->status = on != 0 ? file->status | O_NONBLOCK : file->status & ~O_NONBLOCK;
    return 0;
  }
  return file->device_call(static_cast<std::uint32_t>(call[1]), call[2]);
}

}  // namespace

void begin_descriptors() {
  for (int i = 0; i < 3; ++i) {
    const long status = linux_call(SYS_fcntl, i, F_GETFL);
    if (is_error(status)) continue;
    File* const file = i == 0 ? make_input() : make_output(i);
    file->status = static_cast<int>(status) & ~O_NONBLOCK;
    set(i, *file, false);
  }
}

File* file_at(int descriptor) {
  Descriptor* const one = descriptor_at(descriptor);
  return one == nullptr ? nullptr : one->file;
}

long real_at(int descriptor) {
  if (descriptor == AT_FDCWD) return AT_FDCWD;
  const File* const file = file_at(descriptor);
  if (file == nullptr) return -EBADF;
  return file->real() < 0 ? -EINVAL : file->real();
}

long place(File& file, bool close_on_exec, int least) {
  int number = least;
  while (descriptor_at(number) != nullptr) ++number;
  if (number >= most_descriptors()) return -EMFILE;
  set(number, file, close_on_exec);
  return number;
}

long close_descriptor(int number) {
  Descriptor* const one = descriptor_at(number);
  if (one == nullptr) return -EBADF;
  File& file = *one->file;
  *one = {};
  drop(file);
  return 0;
}

void close_on_exec() {
  for (std::size_t i = 0; i < table().size(); ++i) {
    if (table()[i].close_on_exec) close_descriptor(static_cast<int>(i));
  }
}

void drop(File& file) {
  if (--file.references > 0) return;
  while (file.watches != nullptr) file.watches->epoll->forget(*file.watches);
  file.close();
}

int most_descriptors() {
  return own_process().most_descriptors;
}

void set_most_descriptors(int number) {
  own_process().most_descriptors = number;
}

long read_file(File& file, const Pieces& to) {
  if ((file.status & O_ACCMODE) == O_WRONLY) return -EBADF;
  if (Socket* const socket = file.as_socket()) return read_socket(*socket, to);
  return transfer(file, [&] { return file.read(to); });
}

long write_file(File& file, const Pieces& from) {
  if ((file.status & O_ACCMODE) == O_RDONLY) return -EBADF;
  if (Socket* const socket = file.as_socket()) return write_socket(*socket, from);
  Pieces rest = from;
  long done = 0;
  long out = 0;
  do {
    out = transfer(file, [&] { return file.write(rest); });
    if (out > 0) {
      done += out;
      rest.skip(static_cast<std::size_t>(out));
    }
  } while (out > 0 && file.is_blocking() && file.writes_all() && rest.bytes() > 0);
  if (done > 0) return done;
  if (out == -EPIPE) send_signal(current(), SIGPIPE);
  return out;
}

constexpr Entry calls_of_descriptors[] = {
    {SYS_read, {"read", read_call}},        {SYS_write, {"write", write_call}},
    {SYS_readv, {"readv", readv_call}},     {SYS_writev, {"writev", writev_call}},
    {SYS_pread64, {"pread64", pread_call}}, {SYS_pwrite64, {"pwrite64", pwrite_call}},
    {SYS_preadv, {"preadv", preadv_call}},  {SYS_pwritev, {"pwritev", pwritev_call}},
    {SYS_close, {"close", close_call}},     {SYS_close_range, {"close_range", close_range_call}},
    {SYS_dup, {"dup", dup_call}},           {SYS_dup2, {"dup2", dup2_call}},
    {SYS_dup3, {"dup3", dup3_call}},        {SYS_fcntl, {"fcntl", fcntl_call}},
    {SYS_ioctl, {"ioctl", ioctl_call}},     {0, {}}};

}  // namespace ldfi::kernel
