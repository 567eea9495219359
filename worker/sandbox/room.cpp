#include "worker/sandbox/room.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <string_view>
#include <system_error>
#include <vector>

namespace ldfi::sandbox {
namespace {

constexpr std::uint64_t read_only = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
/// A machine's, in which nodes have what they need: it is there on each, and nothing in it is theirs.
constexpr const char* base = "/run";
constexpr const char* folder_names[] = {"home", "tmp", "shm", "clock"};
constexpr const char* devices[] = {"null", "zero", "full", "random", "urandom"};
constexpr unsigned most_inodes = 250'000;

/// A part of the file system that is mounted nowhere.
struct Piece {
  std::string path;  ///< where it belongs
  int tree = -1;
};

int needed(int result, const std::string& step) {
  if (result < 0) throw NotAllowed(step, errno);
  return result;
}

/// -1 if there is no such file.
int piece_of(const std::string& path) {
  const int out = ::open_tree(AT_FDCWD, path.c_str(),
                              OPEN_TREE_CLONE | static_cast<unsigned>(OPEN_TREE_CLOEXEC) |
                                  static_cast<unsigned>(AT_RECURSIVE));
  if (out < 0 && errno != ENOENT && errno != EACCES) throw NotAllowed("open_tree " + path, errno);
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
  needed(::move_mount(piece.tree, "", AT_FDCWD, piece.path.c_str(), MOVE_MOUNT_F_EMPTY_PATH),
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

/// Something to mount it on, with all folders above.
void make_place(const std::string& path, bool folder) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
    make_folder(path.substr(0, end));
  folder ? make_folder(path) : make_file(path);
}

bool is_folder(int tree) {
  struct stat about {};
  return ::fstat(tree, &about) == 0 && S_ISDIR(about.st_mode);
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

class Room {
 public:
  explicit Room(const Confinement& confinement) : confinement_(confinement) {}

  int build(bool own_processes) {
    needed(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "mount /");
    take_pieces();
    const int own = make_own_folders();
    hide();
    restrict_mount(AT_FDCWD, "/", read_only);
    for (const Piece& one : own_) put(one);
    for (const Piece& one : pieces_) put(one);
    if (own_processes) {
      needed(
          ::mount("proc", "/proc", "proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr),
          "mount /proc");
    }
    return own;
  }

 private:
  /// What is to be seen in folders that are hidden.
  void take_pieces() {
    for (const std::string& path : confinement_.shown) {
      const auto above = [&path](const std::string& one) { return is_below(path, one); };
      const bool unseen = std::ranges::any_of(confinement_.hidden, above);
      const int tree = unseen ? piece_of(path) : -1;
      if (tree < 0) continue;
      restrict_mount(tree, "", read_only);
      pieces_.push_back({path, tree});
    }
    for (const char* name : devices) {
      const std::string path = std::string("/dev/") + name;
      if (const int tree = piece_of(path); tree >= 0) pieces_.push_back({path, tree});
    }
    if (confinement_.library.empty()) return;
    const int tree = piece_of(confinement_.library);
    if (tree < 0) return;
    restrict_mount(tree, "", read_only);
    pieces_.push_back({view().library, tree});
  }

  [[nodiscard]] View view() const { return view_of(confinement_, files); }

  /// One file system for all of them, so one bound.
  int make_own_folders() {
    mount_memory(base,
                 fmt::format("size={},nr_inodes={},mode=0700", confinement_.disk, most_inodes));
    for (const char* name : folder_names) make_folder(fmt::format("{}/{}", base, name), 0700);
    const int out = needed(::open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open");
    const auto add = [this](const char* name, const std::string& path) {
      own_.push_back({path, piece_of(fmt::format("{}/{}", base, name))});
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

  /// Makes mount points for pieces below /tmp. Returns the names in /tmp that need a read-only folder of
  /// their own with mount points in it. A node cannot remove a mount point, but it could move a folder
  /// that has one. Whoever empties /tmp from outside has to keep names_shown_in_tmp().
  std::set<std::string> make_places_in_tmp() {
    std::set<std::string> out;
    constexpr std::string_view tmp = "/tmp/";
    for (const Piece& one : pieces_) {
      if (!one.path.starts_with(tmp)) continue;
      const std::string rest = one.path.substr(tmp.size());
      const std::string name = rest.substr(0, rest.find('/'));
      const bool deeper = name != rest;
      make_place(fmt::format("{}/tmp/{}", base, name), deeper || is_folder(one.tree));
      if (!deeper) continue;
      make_place(fmt::format("{}/places/{}", base, rest), is_folder(one.tree));
      out.insert(name);
    }
    return out;
  }

  void hide() {
    std::vector<std::string> all = confinement_.hidden;
    for (const char* path : {base, "/dev", "/tmp"}) all.emplace_back(path);
    std::ranges::sort(all);
    std::string last;
    for (const std::string& path : all) {
      if (!last.empty() && is_below(path, last)) continue;
      struct stat about {};
      if (::lstat(path.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) continue;
      mount_memory(path, "size=1m,nr_inodes=10000,mode=0755");
      last = path;
    }
    for (const Piece& one : own_) make_place(one.path, true);
    for (const Piece& one : pieces_) make_place(one.path, is_folder(one.tree));
    for (const auto& [name, target] :
         {std::pair("fd", "/proc/self/fd"), std::pair("stdin", "/proc/self/fd/0"),
          std::pair("stdout", "/proc/self/fd/1"), std::pair("stderr", "/proc/self/fd/2")}) {
      needed(::symlink(target, fmt::format("/dev/{}", name).c_str()), "symlink");
    }
  }

  const Confinement& confinement_;
  std::vector<Piece> pieces_;
  std::vector<Piece> own_;
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
