#include "worker/drive/memory_group.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>
#include <vector>

namespace ldfi::drive {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view group_prefix = "ldfi-farm-";
constexpr std::size_t digits_behind_prefix = 6;

std::string read_all(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// Writes the text in one call, because the kernel takes each call as a complete value.
bool write_all(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.get() >= 0 &&
         ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool has_word(const std::string& text, std::string_view word) {
  std::istringstream in(text);
  for (std::string one; in >> one;) {
    if (one == word) return true;
  }
  return false;
}

std::vector<pid_t> processes_in(const std::string& cgroup) {
  std::istringstream in(read_all(cgroup + "/cgroup.procs"));
  std::vector<pid_t> out;
  for (pid_t one = 0; in >> one;) out.push_back(one);
  return out;
}

/// Returns the parent of the process, or 0 if the process has ended.
pid_t parent_of(pid_t process) {
  const std::string text = read_all(fmt::format("/proc/{}/stat", process));
  const std::size_t end = text.rfind(") ");
  if (end == std::string::npos) return 0;
  std::istringstream in(text.substr(end + 2));
  char state = 0;
  pid_t out = 0;
  in >> state >> out;
  return out;
}

bool belongs_to(pid_t process, pid_t farm) {
  while (process > 1 && process != farm) process = parent_of(process);
  return process == farm || process == 0;  // 0: the process has ended, so it need not be moved
}

/// Removes a cgroup and the cgroups in it, but not their files, which the kernel removes. Returns
/// false if a process is still in the cgroup.
bool remove_group(const std::string& folder, CgroupCalls& calls) {
  std::error_code error;
  for (const auto& one : fs::directory_iterator(folder, error)) {
    if (one.is_directory(error) && !one.is_symlink(error)) remove_group(one.path().string(), calls);
  }
  return calls.remove(folder);
}

Descriptor hold_group(const std::string& folder) {
  Descriptor out(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (out.get() >= 0 && ::flock(out.get(), LOCK_EX | LOCK_NB) != 0) out.close();
  return out;
}

void remove_abandoned(const std::string& cgroup, CgroupCalls& calls) {
  std::error_code error;
  for (const auto& one : fs::directory_iterator(cgroup, error)) {
    const std::string name = one.path().filename().string();
    if (!name.starts_with(group_prefix) ||
        name.size() != group_prefix.size() + digits_behind_prefix)
      continue;
    const Descriptor held = hold_group(one.path().string());
    if (held.get() >= 0) remove_group(one.path().string(), calls);
  }
}

void move_back(const std::string& from, const std::string& to) {
  for (const pid_t one : processes_in(from)) write_all(to + "/cgroup.procs", std::to_string(one));
}

}  // namespace

std::string own_cgroup(std::string_view groups, std::string_view mounts) {
  std::istringstream lines{std::string(groups)};
  std::string path;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("0::/")) path = line.substr(3);
  }
  // The path is outside of the part of the file system that this process sees.
  if (path.empty() || path.starts_with("/..")) return "";
  std::istringstream all{std::string(mounts)};
  for (std::string line; std::getline(all, line);) {
    if (line.find(" - cgroup2 ") == std::string::npos) continue;
    std::istringstream words(line);
    std::string skipped;
    std::string root;
    std::string point;
    words >> skipped >> skipped >> skipped >> root >> point;
    if (root == "/") return path == "/" ? point : point + path;
    if (path == root) return point;
    if (path.starts_with(root + "/")) return point + path.substr(root.size());
  }
  return "";
}

bool CgroupCalls::make(const std::string& folder) {
  return ::mkdir(folder.c_str(), S_IRWXU) == 0;
}

bool CgroupCalls::remove(const std::string& folder) {
  return ::rmdir(folder.c_str()) == 0;
}

CgroupCalls& MemoryGroups::kernel() {
  static CgroupCalls one;
  return one;
}

std::unique_ptr<MemoryGroups> MemoryGroups::begin(const std::string& cgroup, pid_t farm,
                                                  CgroupCalls& calls) {
  if (cgroup.empty() || ::access(cgroup.c_str(), W_OK) != 0) return nullptr;
  remove_abandoned(cgroup, calls);
  if (!has_word(read_all(cgroup + "/cgroup.controllers"), "memory")) return nullptr;
  std::unique_ptr<MemoryGroups> out(new MemoryGroups(cgroup, calls));
  if (!out->prepare(farm)) return nullptr;
  return out;
}

bool MemoryGroups::make_folder() {
  constexpr int most_tries = 100;
  std::random_device chance;
  for (int i = 0; i < most_tries && folder_.empty(); ++i) {
    const std::string name =
        fmt::format("{}/{}{:06x}", cgroup_, group_prefix, chance() & 0xffffffU);
    if (calls_.make(name)) folder_ = name;
    if (folder_.empty() && errno != EEXIST) return false;
  }
  held_ = hold_group(folder_);
  return held_.get() >= 0;
}

bool MemoryGroups::prepare(pid_t farm) {
  if (!make_folder()) return false;
  if (!has_word(read_all(cgroup_ + "/cgroup.subtree_control"), "memory")) {
    if (!write_all(cgroup_ + "/cgroup.subtree_control", "+memory") && !move_farm(farm))
      return false;
    enabled_ = true;
  }
  return write_all(folder_ + "/cgroup.subtree_control", "+memory") && can_enter();
}

bool MemoryGroups::move_farm(pid_t farm) {
  const std::string own = folder_ + "/farm";
  if (!calls_.make(own)) return false;
  // Tries again if the farm has started more processes in the meantime.
  constexpr int most_rounds = 10;
  for (int round = 0; round < most_rounds; ++round) {
    const std::vector<pid_t> all = processes_in(cgroup_);
    for (const pid_t one : all) {
      if (!belongs_to(one, farm)) return false;
    }
    for (const pid_t one : all) write_all(own + "/cgroup.procs", std::to_string(one));
    if (write_all(cgroup_ + "/cgroup.subtree_control", "+memory")) return true;
  }
  return false;
}

bool MemoryGroups::can_enter() {
  constexpr std::uint64_t enough = std::uint64_t{64} << 20U;
  const auto group = make(enough);
  if (!group) return false;
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(::write(group->entrance.get(), "0", 1) == 1 ? 0 : 1);
  int status = 1;
  while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  calls_.remove(group->folder);
  return pid > 0 && status == 0;
}

std::optional<MemoryGroup> MemoryGroups::make(std::uint64_t most_bytes) {
  MemoryGroup out{fmt::format("{}/node-{}", folder_, ++made_), {}};
  if (!calls_.make(out.folder)) return std::nullopt;
  const std::string swap = out.folder + "/memory.swap.max";
  const bool swaps = ::access(swap.c_str(), F_OK) == 0;  // a kernel without swap has no such file
  const bool good = write_all(out.folder + "/memory.max", std::to_string(most_bytes)) &&
                    (!swaps || write_all(swap, "0"));
  // With this setting, the kernel ends all processes of a full cgroup together. A node that lost
  // only some of its processes would behave in ways that the user's program never does.
  write_all(out.folder + "/memory.oom.group", "1");
  out.entrance = Descriptor(::open((out.folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  if (good && out.entrance.get() >= 0) return out;
  calls_.remove(out.folder);
  return std::nullopt;
}

MemoryGroups::~MemoryGroups() {
  if (folder_.empty()) return;
  std::error_code error;
  for (const auto& one : fs::directory_iterator(folder_, error)) {
    if (one.path().filename().string().starts_with("node-")) {
      remove_group(one.path().string(), calls_);
    }
  }
  write_all(folder_ + "/cgroup.subtree_control", "-memory");
  if (enabled_) write_all(cgroup_ + "/cgroup.subtree_control", "-memory");
  move_back(folder_ + "/farm", cgroup_);
  remove_group(folder_, calls_);
}

std::uint64_t ended_when_full(const std::string& folder) {
  std::istringstream in(read_all(folder + "/memory.events"));
  std::uint64_t count = 0;
  for (std::string word; in >> word >> count;) {
    if (word == "oom_kill") return count;
  }
  return 0;
}

}  // namespace ldfi::drive
