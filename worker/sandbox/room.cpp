// The root folder of a node is a small file system in memory. It contains the operating system's folders and
// the files that the node may read, but nothing else of the machine. Folders are mounted as overlays with
// only lower layers. An overlay has its own sockets and FIFOs, so the node cannot reach sockets and FIFOs of
// processes outside (docs/measurements/platform.md#overlays).
#include "worker/sandbox/room.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "worker/sandbox/mounts.hpp"

namespace ldfi::sandbox {
namespace {

constexpr std::uint64_t read_only = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
/// The machine's folder on which the new root is mounted first. Every Linux machine has it.
constexpr const char* base = "/run";
constexpr const char* folder_names[] = {"home", "tmp", "shm", "clock"};
constexpr const char* devices[] = {"null", "zero", "full", "random", "urandom"};
constexpr unsigned most_inodes = 250'000;

/// A file or folder of the machine that nodes see. It is opened before a mount hides it.
struct Source {
  std::string path;    ///< path on the machine, and for the node
  int file = -1;       ///< descriptor of the file, opened with O_PATH
  mode_t kind = 0;     ///< one of S_IFDIR, S_IFREG and S_IFLNK
  std::string target;  ///< target if this is a symbolic link
};

/// A mounted file system that has no path yet.
struct Piece {
  std::string path;  ///< path at which nodes see it
  int tree = -1;
};

int needed(int result, const std::string& step) {
  if (result < 0) throw NotAllowed(step, errno);
  return result;
}

std::string in_base(const std::string& path) {
  return base + path;
}

/// Opens those paths that exist and are folders, regular files or symbolic links.
std::vector<Source> sources_of(const std::vector<std::string>& paths) {
  std::vector<Source> out;
  for (const std::string& path : paths) {
    Source one{path, ::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC), 0, ""};
    struct stat about {};
    if (one.file < 0 || ::fstat(one.file, &about) != 0) continue;
    one.kind = about.st_mode & S_IFMT;
    if (one.kind == S_IFLNK) {
      std::array<char, 4096> bytes{};
      const ssize_t size = ::readlinkat(one.file, "", bytes.data(), bytes.size());
      if (size <= 0) continue;
      one.target.assign(bytes.data(), static_cast<std::size_t>(size));
    }
    if (one.kind == S_IFDIR || one.kind == S_IFREG || one.kind == S_IFLNK) out.push_back(one);
  }
  return out;
}

int clone_of(int folder, const std::string& path) {
  return ::open_tree(folder, path.c_str(),
                     OPEN_TREE_CLONE | static_cast<unsigned>(OPEN_TREE_CLOEXEC) |
                         static_cast<unsigned>(AT_RECURSIVE) |
                         (path.empty() ? static_cast<unsigned>(AT_EMPTY_PATH) : 0U));
}

/// Clones the mount at `from`, to be shown at `to`. The descriptor of the result is -1 if the file does not
/// exist or may not be read.
Piece piece_of(const std::string& from, const std::string& to) {
  Piece out{to, clone_of(AT_FDCWD, from)};
  if (out.tree < 0 && errno != ENOENT && errno != EACCES) {
    throw NotAllowed("open_tree " + from, errno);
  }
  return out;
}

void restrict_mount(int folder, const std::string& path, std::uint64_t attributes) {
  mount_attr change{};
  change.attr_set = attributes;
  const unsigned flags = AT_RECURSIVE | (path.empty() ? AT_EMPTY_PATH : 0);
  needed(::mount_setattr(folder, path.c_str(), flags, &change, sizeof change),
         "mount_setattr " + path);
}

void put(const Piece& piece) {
  const std::string at = in_base(piece.path);
  needed(::move_mount(piece.tree, "", AT_FDCWD, at.c_str(), MOVE_MOUNT_F_EMPTY_PATH),
         "move_mount " + piece.path);
  ::close(piece.tree);
}

void mount_memory(const std::string& path, const std::string& options) {
  needed(::mount("tmpfs", path.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()),
         "mount tmpfs " + path);
}

void make_folder(const std::string& path, mode_t mode = 0755) {
  if (::mkdir(path.c_str(), mode) != 0 && errno != EEXIST) throw NotAllowed("mkdir " + path, errno);
}

void make_file(const std::string& path) {
  ::close(needed(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444), "create " + path));
}

/// Makes all parent folders of this path in the new root.
void make_parents(const std::string& path) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
    make_folder(in_base(path.substr(0, end)));
}

/// Makes an empty folder or file as a mount point, and its parent folders, in the new root.
void make_place(const std::string& path, bool folder) {
  make_parents(path);
  folder ? make_folder(in_base(path)) : make_file(in_base(path));
}

bool is_folder(int tree) {
  struct stat about {};
  return ::fstat(tree, &about) == 0 && S_ISDIR(about.st_mode);
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

constexpr std::string_view tmp = "/tmp/";

bool is_in_tmp(const Source& one) {
  return one.path.starts_with(tmp);
}

/// Hides the sockets and FIFOs in a folder for which an overlay is impossible.
void cover_sockets(const std::string& folder) {
  namespace fs = std::filesystem;
  constexpr std::size_t most_entries = 100'000;
  std::error_code error;
  std::size_t count = 0;
  const auto how = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator one(folder, how, error), end; !error && one != end;
       one.increment(error)) {
    if (++count > most_entries) return;
    std::error_code unknown;
    const fs::file_type kind = one->symlink_status(unknown).type();
    if (kind != fs::file_type::socket && kind != fs::file_type::fifo) continue;
    needed(::mount("/dev/null", one->path().c_str(), nullptr, MS_BIND, nullptr),
           "cover " + one->path().string());
  }
}

class Room {
 public:
  explicit Room(const Confinement& confinement) : confinement_(confinement) {}

  int build(bool own_processes) {
    needed(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "mount /");
    mounted_ = mount_points();
    take_sources();
    const int own = make_own_folders();
    mount_memory(base, "size=4m,nr_inodes=10000,mode=0755");
    make_folder(in_base("/proc"));
    for (const Source& one : system_) show(one);
    hide_homes();
    for (const Source& one : shown_) {
      if (!is_in_tmp(one)) show(one);
    }
    for (const Piece& one : own_) make_place(one.path, is_folder(one.tree));
    for (const Piece& one : devices_) make_place(one.path, false);
    link_devices();
    if (sys_.tree >= 0) {
      make_place(sys_.path, true);
      put(sys_);
    }
    restrict_mount(AT_FDCWD, base, read_only);
    for (const Piece& one : own_) put(one);
    for (const Source& one : shown_) {
      if (is_in_tmp(one)) show_in_tmp(one);
    }
    for (const Piece& one : devices_) put(one);
    show_processes(own_processes);
    enter();
    for (const auto* const all : {&system_, &shown_}) {
      for (const Source& one : *all) ::close(one.file);
    }
    return own;
  }

 private:
  void take_sources() {
    system_ = sources_of(confinement_.system);
    shown_ = sources_of(confinement_.shown);
    sys_ = piece_of("/sys", "/sys");
    for (const char* name : devices) {
      const std::string path = std::string("/dev/") + name;
      if (const Piece one = piece_of(path, path); one.tree >= 0) devices_.push_back(one);
    }
    if (confinement_.library.empty()) return;
    if (const Piece one = piece_of(confinement_.library, view().library); one.tree >= 0) {
      restrict_mount(one.tree, "", read_only);
      own_.push_back(one);
    }
  }

  [[nodiscard]] View view() const { return view_of(confinement_, files); }

  /// Makes one file system for all writable folders of the node, so that one limit applies to all of them.
  int make_own_folders() {
    mount_memory(base,
                 fmt::format("size={},nr_inodes={},mode=0700", confinement_.disk, most_inodes));
    for (const char* name : folder_names) make_folder(fmt::format("{}/{}", base, name), 0700);
    const int out = needed(::open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open");
    const auto add = [this](const char* name, const std::string& path) {
      own_.push_back(piece_of(fmt::format("{}/{}", base, name), path));
    };
    add("home", view().home);
    add("clock", view().clock);
    add("shm", "/dev/shm");
    const std::set<std::string> below_tmp = make_places_in_tmp();
    add("tmp", "/tmp");
    for (const std::string& name : below_tmp) {
      add(("places/" + name).c_str(), "/tmp/" + name);
      restrict_mount(own_.back().tree, "", read_only);
    }
    needed(::umount2(base, MNT_DETACH), "umount");
    return out;
  }

  /// Makes mount points for files and folders below /tmp that the node may read. Returns the names in /tmp
  /// that contain such a file deeper inside. Each of them becomes a read-only mount, because a node could
  /// otherwise move the folder that contains the mount point. Code that empties /tmp from outside must keep
  /// names_shown_in_tmp().
  std::set<std::string> make_places_in_tmp() {
    std::set<std::string> out;
    for (const Source& one : shown_) {
      if (!is_in_tmp(one)) continue;
      const std::string rest = one.path.substr(tmp.size());
      const std::string name = rest.substr(0, rest.find('/'));
      const bool deeper = name != rest;
      if (!deeper) {
        make_mount_point("/tmp/" + rest, one);
        continue;
      }
      make_folder(in_base("/tmp/" + name));
      make_folder(in_base("/places"));
      make_parents("/places/" + rest);
      make_mount_point("/places/" + rest, one);
      out.insert(name);
    }
    return out;
  }

  /// Makes an empty folder or file as the mount point. For a symbolic link, makes the link itself.
  static void make_mount_point(const std::string& path, const Source& one) {
    if (one.kind != S_IFLNK) return make_place(path, one.kind == S_IFDIR);
    if (::symlink(one.target.c_str(), in_base(path).c_str()) != 0 && errno != EEXIST)
      throw NotAllowed("symlink " + path, errno);
  }

  /// Mounts a file or folder below /tmp. Called after the node's own /tmp is mounted and contains the mount
  /// points.
  void show_in_tmp(const Source& one) {
    if (one.kind == S_IFLNK) return;
    if (one.kind == S_IFDIR && show_by_overlay(one)) return;
    const int tree = needed(clone_of(one.file, ""), "open_tree " + one.path);
    restrict_mount(tree, "", read_only);
    put({one.path, tree});
    if (one.kind == S_IFDIR) cover_sockets(in_base(one.path));
  }

  /// Returns true if nodes already see this path inside another folder that is mounted.
  [[nodiscard]] bool is_visible(const std::string& path) const {
    const auto holds = [&path](const std::string& one) { return is_below(path, one); };
    if (std::ranges::any_of(hidden_, holds)) return false;
    return std::ranges::any_of(system_, [&](const Source& one) {
      return one.kind == S_IFDIR && is_below(path, one.path);
    });
  }

  void show(const Source& one) {
    const bool is_root = &one >= system_.data() && &one < system_.data() + system_.size();
    if (!is_root && is_visible(one.path)) return;
    make_parents(one.path);
    make_mount_point(one.path, one);
    if (one.kind == S_IFLNK) return;
    if (one.kind == S_IFDIR && show_by_overlay(one)) return;
    put({one.path, needed(clone_of(one.file, ""), "open_tree " + one.path)});
    if (one.kind == S_IFDIR) cover_sockets(in_base(one.path));
  }

  /// Mounts the folder as an overlay. Returns false if this machine does not allow that. Also returns false
  /// if another file system is mounted inside the folder, because an overlay would not show it.
  [[nodiscard]] bool show_by_overlay(const Source& one) const {
    const auto below = [&one](const std::string& point) {
      return point != one.path && is_below(point, one.path);
    };
    if (std::ranges::any_of(mounted_, below)) return false;
    // An overlay without an upper layer needs two lower layers. The second one is an empty folder.
    const std::string layers = fmt::format("lowerdir=/proc/self/fd/{}:{}/proc", one.file, base);
    return ::mount("overlay", in_base(one.path).c_str(), "overlay",
                   MS_RDONLY | MS_NOSUID | MS_NODEV, layers.c_str()) == 0;
  }

  void hide_homes() {
    for (const std::string& path : confinement_.hidden) {
      struct stat about {};
      const bool below_other = std::ranges::any_of(
          hidden_, [&path](const std::string& one) { return is_below(path, one); });
      if (below_other || !is_visible(path)) continue;
      if (::lstat(in_base(path).c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) continue;
      mount_memory(in_base(path), "size=1m,nr_inodes=10000,mode=0755");
      hidden_.push_back(path);
    }
  }

  static void link_devices() {
    for (const auto& [name, target] :
         {std::pair("fd", "/proc/self/fd"), std::pair("stdin", "/proc/self/fd/0"),
          std::pair("stdout", "/proc/self/fd/1"), std::pair("stderr", "/proc/self/fd/2")}) {
      needed(::symlink(target, in_base(fmt::format("/dev/{}", name)).c_str()), "symlink");
    }
  }

  static void show_processes(bool own_processes) {
    if (!own_processes) return put(piece_of("/proc", "/proc"));
    constexpr unsigned long how = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
    needed(::mount("proc", in_base("/proc").c_str(), "proc", how, nullptr), "mount /proc");
  }

  /// Makes the new root the root of this process, and removes the machine's root from the namespace. If the
  /// machine still runs from its first root (initramfs), the kernel cannot remove that. Then only the root of
  /// this process changes.
  static void enter() {
    needed(::chdir(base), "chdir");
    if (::syscall(SYS_pivot_root, ".", ".") == 0) {
      needed(::umount2(".", MNT_DETACH), "umount the old root");
    } else {
      needed(::chroot("."), "chroot");
    }
    needed(::chdir("/"), "chdir");
  }

  const Confinement& confinement_;
  std::vector<std::string> mounted_;  ///< mount points of the machine
  std::vector<Source> system_;
  std::vector<Source> shown_;
  std::vector<std::string>
      hidden_;  ///< home folders inside the operating system's folders, which are hidden
                ///< from the node
  std::vector<Piece> devices_;
  std::vector<Piece> own_;
  Piece sys_;
};

}  // namespace

NotAllowed::NotAllowed(const std::string& step, int error)
    : std::runtime_error(step + ": " + std::generic_category().message(error)) {}

int make_room(const Confinement& confinement, bool own_processes) {
  return Room(confinement).build(own_processes);
}

int make_plain_folders(const Confinement& confinement) {
  for (const char* name : folder_names) make_folder(confinement.folder + "/" + name, 0700);
  return needed(::open(confinement.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC),
                "open " + confinement.folder);
}

}  // namespace ldfi::sandbox
