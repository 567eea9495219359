// Calls about files, which belong to Linux. Times and inode numbers of files do not depend on the machine.
#include <fcntl.h>
#include <linux/limits.h>
#include <sys/stat.h>

#include <initializer_list>

#include "worker/kernel/call.hpp"
#include "worker/kernel/chance.hpp"
#include "worker/kernel/clock.hpp"
#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/identity.hpp"
#include "worker/kernel/inodes.hpp"
#include "worker/kernel/names.hpp"
#include "worker/kernel/real_file.hpp"
#include "worker/kernel/report.hpp"

namespace ldfi::kernel {
namespace {

using Path = char[PATH_MAX];

/// True for files that tell of the machine or of other processes. They seem not to exist.
bool is_hidden(const char* path) {
  if (begins_with(path, "/proc/")) {
    // These files have other content each time.
    if (begins_with(path, "/proc/sys/kernel/random/") || begins_with(path, "/proc/sys/fs/"))
      return true;
    return !begins_with(path, "/proc/sys/") && !is_equal(path, "/proc/filesystems");
  }
  return begins_with(path, "/sys/") && !begins_with(path, "/sys/kernel/mm/transparent_hugepage/");
}

bool is_random(const char* path) {
  return is_equal(path, "/dev/urandom") || is_equal(path, "/dev/random");
}

/// Passes a call to Linux, with descriptors of Linux in place of the guest's at these places.
template <int... places>
long pass(const Call& call) {
  long arguments[6];
  for (int i = 0; i < 6; ++i) arguments[i] = call.signed_at(i);
  long error = 0;
  [[maybe_unused]] const auto translate = [&](int at) {
    arguments[at] = real_at(call.number_at(at));
    if (is_error(arguments[at]) && arguments[at] != AT_FDCWD) error = arguments[at];
  };
  (translate(places), ...);
  if (error != 0) return error;
  return linux_call(call.number, arguments[0], arguments[1], arguments[2], arguments[3],
                    arguments[4], arguments[5]);
}

/// Opens a file that the library kernel has itself.
long open_own(const char* path, std::uint64_t flags) {
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
  if ((flags & O_DIRECTORY) != 0) return -ENOTDIR;
  if ((flags & O_ACCMODE) != O_RDONLY) return -EACCES;
  constexpr std::uint64_t status = O_NONBLOCK | O_APPEND | O_LARGEFILE;
  File* const file = open_own_file(path, static_cast<int>(flags & status));
  return place(*file, (flags & O_CLOEXEC) != 0);
}

/// Returns the descriptor that a path such as /dev/stdout or /dev/fd/3 names, or -1.
int descriptor_named(const char* path) {
  constexpr const char* streams[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  for (int i = 0; i < 3; ++i) {
    if (is_equal(path, streams[i])) return i;
  }
  for (const char* const folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!begins_with(path, folder)) continue;
    const char* at = path + length_of(folder);
    int out = *at == '\0' ? -1 : 0;
    for (; *at >= '0' && *at <= '9' && out < most_descriptors(); ++at) out = out * 10 + (*at - '0');
    return *at == '\0' ? out : -1;
  }
  return -1;
}

/// Opens the file of a descriptor once more. What the worker reads, and pipes, stay the same files.
long open_again(int descriptor, std::uint64_t flags, int status) {
  File* const file = file_at(descriptor);
  if (file == nullptr) return -ENOENT;
  if (file->as_socket() != nullptr) return -ENXIO;
  const bool closes = (flags & O_CLOEXEC) != 0;
  if (file->is_of_worker() || file->real() < 0) return place(*file, closes);
  Text link;
  link.add("/proc/self/fd/").add_number(file->real());
  const long got = linux_call(SYS_openat, AT_FDCWD, address_of(link.text()),
                              static_cast<long>(flags | O_CLOEXEC));
  return is_error(got) ? got : place(*make_real_file(static_cast<int>(got), status), closes);
}

long open_at(int folder, std::uint64_t path_at, std::uint64_t flags, std::uint64_t mode) {
  Path path;
  const long length = read_guest_text(path, sizeof path, path_at);
  if (length < 0) return length;
  constexpr std::uint64_t creation = O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC;
  const int status = static_cast<int>(flags & ~creation);
  const bool closes = (flags & O_CLOEXEC) != 0;
  if (is_random(path)) return place(*make_random_file(status), closes);
  if (is_own_file(path)) return open_own(path, flags);
  if (const int named = descriptor_named(path); named >= 0) return open_again(named, flags, status);
  if (is_hidden(path)) return -ENOENT;
  const long from = path[0] == '/' ? AT_FDCWD : real_at(folder);
  if (is_error(from) && from != AT_FDCWD) return from == -EINVAL ? -ENOTDIR : from;
  const long got = linux_call(SYS_openat, from, address_of(&path[0]),
                              static_cast<long>(flags | O_CLOEXEC), static_cast<long>(mode));
  if (is_error(got)) return got;
  const long out = place(*make_real_file(static_cast<int>(got), status), closes);
  if (is_error(out)) linux_call(SYS_close, got);
  return out;
}

long open_call(const Call& call) {
  return open_at(AT_FDCWD, call[0], call[1], call[2]);
}
long openat_call(const Call& call) {
  return open_at(call.number_at(0), call[1], call[2], call[3]);
}
long creat_call(const Call& call) {
  return open_at(AT_FDCWD, call[0], O_CREAT | O_WRONLY | O_TRUNC, call[1]);
}

/// Replaces what depends on the machine.
void make_same(struct stat& about) {
  const auto day = static_cast<time_t>(clock_page().day / second);
  about.st_ino = same_inode(about.st_ino);
  about.st_dev = 1;
  about.st_atim = about.st_mtim = about.st_ctim = {day, 0};
}

long write_stat(std::uint64_t to, long result, struct stat& about) {
  if (result != 0) return result;
  make_same(about);
  return write_guest(to, about);
}

/// Fills what the library kernel knows of a file that Linux does not know.
struct stat stat_of(File& file) {
  struct stat out {};
  constexpr blksize_t block = 4096;
  out.st_mode = file.mode();
  out.st_size = file.size();
  out.st_nlink = 1;
  out.st_blksize = block;
  return out;
}

long stat_open_file(File& file, std::uint64_t to) {
  struct stat about {};
  if (file.real() < 0) return write_guest(to, stat_of(file));
  return write_stat(to, linux_call(SYS_fstat, file.real(), address_of(&about)), about);
}

long fstat_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  return file == nullptr ? -EBADF : stat_open_file(*file, call[1]);
}

/// Reads the path of a call that names a file by a folder and a path. Returns 0 or an error.
long read_path(std::uint64_t address, Path& path) {
  const long length = read_guest_text(path, sizeof path, address);
  if (length < 0) return length;
  return is_hidden(path) ? -ENOENT : 0;
}

/// Calls `step` with a file that the library kernel has itself.
template <typename Step>
long with_own_file(const char* path, const Step& step) {
  File& file = *open_own_file(path, O_RDONLY);
  ++file.references;
  const long out = step(file);
  drop(file);
  return out;
}

long stat_path(int folder, std::uint64_t path_at, std::uint64_t to, long flags) {
  Path path;
  if (const long error = read_path(path_at, path); error != 0) return error;
  if (is_own_file(path))
    return with_own_file(path, [&](File& file) { return stat_open_file(file, to); });
  if (path[0] == '\0' && (flags & AT_EMPTY_PATH) != 0 && folder != AT_FDCWD) {
    File* const file = file_at(folder);
    return file == nullptr ? -EBADF : stat_open_file(*file, to);
  }
  const long from = path[0] == '/' ? AT_FDCWD : real_at(folder);
  if (is_error(from) && from != AT_FDCWD) return from;
  struct stat about {};
  return write_stat(
      to, linux_call(SYS_newfstatat, from, address_of(&path[0]), address_of(&about), flags), about);
}

long stat_call(const Call& call) {
  return stat_path(AT_FDCWD, call[0], call[1], 0);
}
long lstat_call(const Call& call) {
  return stat_path(AT_FDCWD, call[0], call[1], AT_SYMLINK_NOFOLLOW);
}
long newfstatat_call(const Call& call) {
  return stat_path(call.number_at(0), call[1], call[2], call.signed_at(3));
}

long statx_call(const Call& call) {
  Path path;
  if (const long error = read_path(call[1], path); error != 0) return error;
  const int folder = call.number_at(0);
  struct statx about {};
  const auto write_about = [&](File& one) {
    about.stx_mask = STATX_TYPE | STATX_MODE | STATX_SIZE;
    about.stx_mode = static_cast<std::uint16_t>(one.mode());
    about.stx_size = static_cast<std::uint64_t>(one.size());
    return write_guest(call[4], about);
  };
  if (is_own_file(path)) return with_own_file(path, write_about);
  File* const file = path[0] == '\0' && folder != AT_FDCWD ? file_at(folder) : nullptr;
  if (file != nullptr && file->real() < 0) return write_about(*file);
  const long from = path[0] == '/' ? AT_FDCWD : real_at(folder);
  if (is_error(from) && from != AT_FDCWD) return from;
  const long out = linux_call(SYS_statx, from, address_of(&path[0]), call.signed_at(2),
                              call.signed_at(3), address_of(&about));
  if (out != 0) return out;
  about.stx_ino = same_inode(about.stx_ino);
  about.stx_dev_major = 0;
  about.stx_dev_minor = 1;
  about.stx_mnt_id = 1;
  const auto day = static_cast<long long>(clock_page().day / second);
  about.stx_atime = about.stx_mtime = about.stx_ctime = about.stx_btime = {day, 0, {}};
  return write_guest(call[4], about);
}

long read_link(int folder, std::uint64_t path_at, std::uint64_t to, std::uint64_t room) {
  Path path;
  const long length = read_guest_text(path, sizeof path, path_at);
  if (length < 0) return length;
  if (static_cast<long>(room) <= 0) return -EINVAL;
  if (is_equal(path, "/proc/self/exe")) {
    const std::size_t all = length_of(program());
    const std::size_t count = all < room ? all : room;
    return ldfi_copy(at_address<void>(to), program(), count) != 0 ? -EFAULT
                                                                  : static_cast<long>(count);
  }
  if (is_own_file(path)) return -EINVAL;
  if (is_hidden(path)) return -ENOENT;
  const long from = path[0] == '/' ? AT_FDCWD : real_at(folder);
  if (is_error(from) && from != AT_FDCWD) return from;
  return linux_call(SYS_readlinkat, from, address_of(&path[0]), static_cast<long>(to),
                    static_cast<long>(room));
}

long readlink_call(const Call& call) {
  return read_link(AT_FDCWD, call[0], call[1], call[2]);
}
long readlinkat_call(const Call& call) {
  return read_link(call.number_at(0), call[1], call[2], call[3]);
}

/// Answers a call whose path is that of a file that the library kernel has itself, and that is not opened.
long answer_own_file(const Call& call) {
  switch (call.number) {
    case SYS_access:
      return (call[1] & (W_OK | X_OK)) != 0 ? -EACCES : 0;
    case SYS_faccessat:
    case SYS_faccessat2:
      return (call[2] & (W_OK | X_OK)) != 0 ? -EACCES : 0;
    case SYS_chdir:
    case SYS_rmdir:
      return -ENOTDIR;
    case SYS_mkdir:
    case SYS_mkdirat:
      return -EEXIST;
    default:
      return -EACCES;
  }
}

/// Passes a call whose first argument is a path.
long path_call(const Call& call) {
  Path path;
  if (const long error = read_path(call[0], path); error != 0) return error;
  if (is_own_file(path)) return answer_own_file(call);
  return pass<>(call);
}

/// Passes a call whose first two arguments are a folder and a path.
long path_at_call(const Call& call) {
  Path path;
  if (const long error = read_path(call[1], path); error != 0) return error;
  if (is_own_file(path)) return answer_own_file(call);
  return pass<0>(call);
}

/// Sets times of a file, which programs do not see: all files have the same times.
long utimensat_call(const Call& call) {
  return call[1] == 0 ? pass<0>(call) : path_at_call(call);
}

long lseek_call(const Call& call) {
  File* const file = file_at(call.number_at(0));
  if (file == nullptr) return -EBADF;
  return file->seek(call.signed_at(1), call.number_at(2));
}

long getdents64_call(const Call& call) {
  const long count = pass<0>(call);
  constexpr std::uint64_t length_at = 16;
  for (long i = 0; i < count;) {
    const std::uint64_t entry = call[1] + static_cast<std::uint64_t>(i);
    std::uint64_t inode = 0;
    std::uint16_t length = 0;
    if (read_guest(inode, entry) != 0 || read_guest(length, entry + length_at) != 0) return -EFAULT;
    if (write_guest(entry, same_inode(inode)) != 0 || length == 0) return -EFAULT;
    i += length;
  }
  return count;
}

/// The simulation decides what survives a crash, so nothing has to reach a disk.
long sync_call(const Call& call) {
  return file_at(call.number_at(0)) == nullptr ? -EBADF : 0;
}

/// Locks always succeed, also if another process of the node holds one.
long lock_call(const Call& call) {
  return file_at(call.number_at(0)) == nullptr ? -EBADF : 0;
}

long zero_call(const Call& /*call*/) {
  return 0;
}

}  // namespace

constexpr Entry calls_of_files[] = {{SYS_open, {"open", open_call}},
                                    {SYS_openat, {"openat", openat_call}},
                                    {SYS_creat, {"creat", creat_call}},
                                    {SYS_stat, {"stat", stat_call}},
                                    {SYS_lstat, {"lstat", lstat_call}},
                                    {SYS_fstat, {"fstat", fstat_call}},
                                    {SYS_newfstatat, {"newfstatat", newfstatat_call}},
                                    {SYS_statx, {"statx", statx_call}},
                                    {SYS_readlink, {"readlink", readlink_call}},
                                    {SYS_readlinkat, {"readlinkat", readlinkat_call}},
                                    {SYS_access, {"access", path_call}},
                                    {SYS_faccessat, {"faccessat", path_at_call}},
                                    {SYS_faccessat2, {"faccessat2", path_at_call}},
                                    {SYS_chdir, {"chdir", path_call}},
                                    {SYS_fchdir, {"fchdir", pass<0>}},
                                    {SYS_getcwd, {"getcwd", pass<>}},
                                    {SYS_mkdir, {"mkdir", path_call}},
                                    {SYS_mkdirat, {"mkdirat", path_at_call}},
                                    {SYS_rmdir, {"rmdir", path_call}},
                                    {SYS_unlink, {"unlink", path_call}},
                                    {SYS_unlinkat, {"unlinkat", path_at_call}},
                                    {SYS_rename, {"rename", path_call}},
                                    {SYS_renameat, {"renameat", pass<0, 2>}},
                                    {SYS_renameat2, {"renameat2", pass<0, 2>}},
                                    {SYS_link, {"link", path_call}},
                                    {SYS_symlink, {"symlink", pass<>}},
                                    {SYS_chmod, {"chmod", path_call}},
                                    {SYS_fchmod, {"fchmod", pass<0>}},
                                    {SYS_fchmodat, {"fchmodat", path_at_call}},
                                    {SYS_truncate, {"truncate", path_call}},
                                    {SYS_ftruncate, {"ftruncate", pass<0>}},
                                    {SYS_fallocate, {"fallocate", pass<0>}},
                                    {SYS_fadvise64, {"fadvise64", pass<0>}},
                                    {SYS_lseek, {"lseek", lseek_call}},
                                    {SYS_getdents64, {"getdents64", getdents64_call}},
                                    {SYS_statfs, {"statfs", path_call}},
                                    {SYS_fstatfs, {"fstatfs", pass<0>}},
                                    {SYS_fsync, {"fsync", sync_call}},
                                    {SYS_fdatasync, {"fdatasync", sync_call}},
                                    {SYS_sync, {"sync", zero_call}},
                                    {SYS_syncfs, {"syncfs", sync_call}},
                                    {SYS_sync_file_range, {"sync_file_range", sync_call}},
                                    {SYS_flock, {"flock", lock_call}},
                                    {SYS_chown, {"chown", path_call}},
                                    {SYS_lchown, {"lchown", path_call}},
                                    {SYS_fchown, {"fchown", pass<0>}},
                                    {SYS_fchownat, {"fchownat", path_at_call}},
                                    {SYS_linkat, {"linkat", pass<0, 2>}},
                                    {SYS_symlinkat, {"symlinkat", pass<1>}},
                                    {SYS_utimensat, {"utimensat", utimensat_call}},
                                    {SYS_getxattr, {"getxattr", path_call}},
                                    {SYS_lgetxattr, {"lgetxattr", path_call}},
                                    {SYS_fgetxattr, {"fgetxattr", pass<0>}},
                                    {SYS_listxattr, {"listxattr", path_call}},
                                    {SYS_llistxattr, {"llistxattr", path_call}},
                                    {SYS_flistxattr, {"flistxattr", pass<0>}},
                                    {0, {}}};

}  // namespace ldfi::kernel
