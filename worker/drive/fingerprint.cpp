#include "worker/drive/fingerprint.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "common/base/errors.hpp"
#include "common/systems/node_command.hpp"
#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

std::string file_of(const systems::Plan& plan, const std::string& word) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (word.empty() || word.starts_with('/')) return "";
  const fs::path file = fs::absolute(fs::path(plan.folder) / word, error);
  return !error && fs::is_regular_file(file, error) ? file.lexically_normal().string() : "";
}

std::vector<NamedFile> named_files(const systems::Plan& plan) {
  std::vector<NamedFile> out;
  const std::vector<std::string> words = systems::words_of_commands(plan);
  for (const auto* command : {&words, &plan.goals.command}) {
    for (const std::string& word : *command) {
      std::string file = file_of(plan, word);
      if (!file.empty() && ::access(file.c_str(), R_OK) == 0) {
        out.push_back({word, std::move(file)});
      }
    }
  }
  for (const auto* names : {&plan.files, &plan.goals.specs}) {
    for (const std::string& name : *names) out.push_back({name, file_of(plan, name)});
  }
  return out;
}

namespace {

class Hash {
 public:
  Hash() : state_(XXH3_createState(), &XXH3_freeState) { XXH3_64bits_reset(state_.get()); }
  void add(const void* bytes, std::size_t size) { XXH3_64bits_update(state_.get(), bytes, size); }
  [[nodiscard]] std::uint64_t digest() const { return XXH3_64bits_digest(state_.get()); }

 private:
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

[[noreturn]] void refuse(const std::string& name, const std::string& why,
                         std::vector<std::string> hints = {}) {
  throw InputError({Severity::error,
                    "system-files",
                    {FileId(~0U), 0, 0, 1},
                    fmt::format("the config names {}, which {}", printable(name), why),
                    std::move(hints)});
}

/// Returns true if the kernel generates the files of this file system, as in /proc. Some of these
/// look like regular files, but reading them blocks or never ends.
bool is_made_up(int fd) {
  struct statfs about {};
  if (::fstatfs(fd, &about) != 0) return true;
  constexpr std::array<std::uint32_t, 8> types{
      PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,       TRACEFS_MAGIC,
      SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC};
  return std::ranges::find(types, static_cast<std::uint32_t>(about.f_type)) != types.end();
}

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "is a directory";
  if (S_ISFIFO(mode)) return "is a FIFO";
  if (S_ISSOCK(mode)) return "is a socket";
  return "is a device";
}

/// Returns the reason why file_of() did not find this file.
std::string why_not(const systems::Plan& plan, const std::string& name) {
  struct stat status {};
  const std::string path = (std::filesystem::path(plan.folder) / name).string();
  if (name.starts_with('/')) return "has to be a path that begins at the config's folder";
  if (name.empty() || ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) {
    return "is not a file beside it that can be read";
  }
  return std::string(kind_of(status.st_mode)) + " and not a file";
}

class FileReader {
 public:
  FileReader(Hash& hash, const BudgetCheck& check, std::uint64_t most)
      : hash_(hash), check_(check), most_(most), left_(most) {}

  void add(const NamedFile& file) {
    const Descriptor fd(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status {};
    if (fd.get() < 0 || ::fstat(fd.get(), &status) != 0) {
      refuse(file.name, "cannot be read: " + std::generic_category().message(errno));
    }
    // Checks the kind of the file again after opening it, because the name may refer to another file by now.
    if (!S_ISREG(status.st_mode)) refuse(file.name, kind_of(status.st_mode));
    if (is_made_up(fd.get())) {
      refuse(file.name, "is a file that the kernel makes up, such as those in /proc and /sys");
    }
    if (static_cast<std::uint64_t>(status.st_size) > left_) refuse_size(file.name);
    std::uint64_t size = 0;
    std::array<char, 1 << 16U> bytes{};
    for (;;) {
      if (check_) check_();
      const ssize_t got = ::read(fd.get(), bytes.data(), bytes.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) refuse(file.name, "cannot be read: " + std::generic_category().message(errno));
      if (got == 0) break;
      const auto count = static_cast<std::size_t>(got);
      if (count > left_) refuse_size(file.name);  // the file has grown since its size was read
      left_ -= count;
      size += count;
      hash_.add(bytes.data(), count);
    }
    hash_.add(&size, sizeof size);  // the size separates the file from the next one
  }

 private:
  [[noreturn]] void refuse_size(const std::string& name) const {
    refuse(
        name,
        fmt::format("is too large: the files of a system may have {} MiB together", most_ >> 20U),
        {"name a smaller file, or leave it out of system.files and of the commands"});
  }

  Hash& hash_;
  const BudgetCheck& check_;
  std::uint64_t most_;
  std::uint64_t left_;
};

}  // namespace

std::string fingerprint(const systems::Plan& plan, const std::string& config,
                        const BudgetCheck& check, std::uint64_t most) {
  Hash hash;
  hash.add(config.data(), config.size());
  for (const std::string& one : plan.said) {
    hash.add(one.data(), one.size() + 1);  // the NUL separates the string from the next one
  }
  FileReader files(hash, check, most);
  for (const NamedFile& one : named_files(plan)) {
    if (one.path.empty()) refuse(one.name, why_not(plan, one.name));
    files.add(one);
  }
  return fmt::format("{:016x}", hash.digest());
}

}  // namespace ldfi::drive
