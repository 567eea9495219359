#include "worker/drive/open_files.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <memory>

namespace ldfi::drive {
namespace {

constexpr std::uint64_t kib = 1024;
constexpr std::uint64_t of_descriptor = kib;
constexpr std::uint64_t of_pipe = 64 * kib;
constexpr std::uint64_t of_socket = 512 * kib;  // most bytes that the kernel holds for a socket, in
                                                // both directions
constexpr std::uint64_t of_watch = 192;

/// Returns the inode in a link: 17 for `pipe:[17]`.
std::uint64_t inode_in(std::string_view target) {
  const std::size_t at = target.find('[') + 1;
  std::uint64_t out = 0;
  std::from_chars(target.data() + at, target.data() + target.size(), out);
  return out;
}

}  // namespace

void OpenFiles::add(pid_t process) {
  std::array<char, 64> path{};
  *fmt::format_to(path.data(), "/proc/{}/fd", process) = '\0';
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.data()), ::closedir);
  if (!folder) return;
  while (const dirent* one = ::readdir(folder.get())) {
    if (one->d_name[0] == '.') continue;
    std::array<char, 64> target{};
    const ssize_t size =
        ::readlinkat(::dirfd(folder.get()), one->d_name, target.data(), target.size());
    add(std::string_view(target.data(), size > 0 ? static_cast<std::size_t>(size) : 0));
  }
}

void OpenFiles::add(std::string_view target) {
  ++descriptors_;
  if (target.starts_with("pipe:[")) {
    pipes_.insert(inode_in(target));
  } else if (target.starts_with("socket:[")) {
    sockets_.insert(inode_in(target));
  } else if (target == "anon_inode:[eventpoll]") {
    ++pollers_;
  }
}

std::uint64_t OpenFiles::memory() const {
  std::uint64_t out = descriptors_ * of_descriptor + pipes_.size() * of_pipe;
  out += pollers_ * descriptors_ * of_watch;
  if (sockets_too_) out += sockets_.size() * of_socket;
  return out;
}

}  // namespace ldfi::drive
