#include "worker/kernel/sockets/control.hpp"

#include "worker/kernel/descriptors.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::size_t header_bytes = CMSG_ALIGN(sizeof(cmsghdr));

/// Adds the files of one control message to the bundle.
long read_descriptors(std::uint64_t at, std::size_t bytes, Bundle*& out) {
  const std::size_t count = bytes / sizeof(int);
  if (out == nullptr) out = allocate_object<Bundle>();
  if (count + static_cast<std::size_t>(out->count) > Bundle::most) return -EINVAL;
  for (std::size_t i = 0; i < count; ++i) {
    int number = 0;
    if (read_guest(number, at + i * sizeof number) != 0) return -EFAULT;
    File* const file = file_at(number);
    if (file == nullptr) return -EBADF;
    out->add(*file);
  }
  return 0;
}

}  // namespace

long read_control(const msghdr& header, Bundle*& out) {
  const auto begin = static_cast<std::uint64_t>(address_of(static_cast<char*>(header.msg_control)));
  long failure = 0;
  for (std::size_t at = 0; at + sizeof(cmsghdr) <= header.msg_controllen && failure == 0;) {
    cmsghdr one{};
    if (read_guest(one, begin + at) != 0) {
      failure = -EFAULT;
    } else if (one.cmsg_len < sizeof one || one.cmsg_len > header.msg_controllen - at) {
      failure = -EINVAL;
    } else if (one.cmsg_level == SOL_SOCKET) {
      if (one.cmsg_type != SCM_RIGHTS) {
        failure = -EINVAL;
      } else {
        failure = read_descriptors(begin + at + header_bytes, one.cmsg_len - header_bytes, out);
      }
    }
    at += CMSG_ALIGN(one.cmsg_len);
  }
  if (failure == 0) return 0;
  release_bundle(out);
  out = nullptr;
  return failure;
}

int write_control(msghdr& header, const Bundle* bundle, bool close_on_exec) {
  const std::size_t room = header.msg_controllen;
  header.msg_controllen = 0;
  if (bundle == nullptr || bundle->count == 0) return 0;
  if (room <= header_bytes) return MSG_CTRUNC;
  const auto begin = static_cast<std::uint64_t>(address_of(static_cast<char*>(header.msg_control)));
  const auto fitting = static_cast<int>((room - header_bytes) / sizeof(int));
  int count = 0;
  for (; count < bundle->count && count < fitting; ++count) {
    const long number = place(*bundle->files[count], close_on_exec);
    if (number < 0) break;
    const std::uint64_t to = begin + header_bytes + static_cast<std::size_t>(count) * sizeof(int);
    if (write_guest(to, static_cast<int>(number)) != 0) break;
  }
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(int);
  const cmsghdr about{header_bytes + bytes, SOL_SOCKET, SCM_RIGHTS};
  if (count > 0 && write_guest(begin, about) == 0) {
    const std::size_t padded = CMSG_ALIGN(about.cmsg_len);
    header.msg_controllen = padded < room ? padded : room;
  }
  return count < bundle->count ? MSG_CTRUNC : 0;
}

}  // namespace ldfi::kernel
