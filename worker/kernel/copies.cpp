// Calls that copy bytes from one file to another.
#include <fcntl.h>
#include <unistd.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/descriptors.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::size_t most_at_once = 65536;
constexpr std::uint64_t most_bytes = 0x7ffff000;  // the most that one call of Linux copies

bool may_read(const File& file) {
  return (file.status & O_ACCMODE) != O_WRONLY;
}
bool may_write(const File& file) {
  return (file.status & O_ACCMODE) != O_RDONLY;
}

/// Copies from a place of `from` until an error, or the end of the file. Returns the number of bytes, or an
/// error if there are none.
long copy_from(File& from, long place, File& to, std::size_t count, char* buffer) {
  std::size_t done = 0;
  long out = 0;
  while (done < count) {
    const std::size_t left = count - done;
    iovec piece{buffer, left < most_at_once ? left : most_at_once};
    out = from.read_at({&piece, 1}, place + static_cast<long>(done));
    if (out <= 0) break;
    const auto read = static_cast<std::size_t>(out);
    piece.iov_len = read;
    out = write_file(to, {&piece, 1});
    if (out <= 0) break;
    done += static_cast<std::size_t>(out);
    if (static_cast<std::size_t>(out) < read) break;
  }
  return done > 0 ? static_cast<long>(done) : out;
}

long sendfile_call(const Call& call) {
  File* const to = file_at(call.number_at(0));
  File* const from = file_at(call.number_at(1));
  if (to == nullptr || from == nullptr || !may_read(*from) || !may_write(*to)) return -EBADF;
  long place = from->seek(0, SEEK_CUR);
  const bool is_given = call[2] != 0;
  if (is_given && read_guest(place, call[2]) != 0) return -EFAULT;
  if (from->seek(0, SEEK_CUR) < 0) return is_given ? -ESPIPE : -EINVAL;
  if (place < 0 || call.signed_at(3) < 0 || (to->status & O_APPEND) != 0) return -EINVAL;
  ++from->references;  // another thread may close their descriptors meanwhile
  ++to->references;
  auto* const buffer = static_cast<char*>(allocate(most_at_once));
  const std::size_t count = call[3] < most_bytes ? call[3] : most_bytes;
  long out = copy_from(*from, place, *to, count, buffer);
  release(buffer, most_at_once);
  if (out > 0 && is_given) {
    if (write_guest(call[2], place + out) != 0) out = -EFAULT;
  } else if (out > 0) {
    from->seek(place + out, SEEK_SET);
  }
  drop(*from);
  drop(*to);
  return out;
}

/// Linux copies between its own files. Others cannot be copied like this.
long copy_file_range_call(const Call& call) {
  const long from = real_at(call.number_at(0));
  const long to = real_at(call.number_at(2));
  if (from < 0 || from == AT_FDCWD) return from == -EINVAL ? -EINVAL : -EBADF;
  if (to < 0 || to == AT_FDCWD) return to == -EINVAL ? -EINVAL : -EBADF;
  return linux_call(call.number, from, call.signed_at(1), to, call.signed_at(3), call.signed_at(4),
                    call.signed_at(5));
}

}  // namespace

constexpr Entry calls_of_copies[] = {
    {SYS_sendfile, {"sendfile", sendfile_call}},
    {SYS_copy_file_range, {"copy_file_range", copy_file_range_call}},
    {0, {}}};

}  // namespace ldfi::kernel
