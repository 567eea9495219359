#include "worker/drive/own_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "common/base/errors.hpp"
#include "worker/sandbox/sweep.hpp"

namespace ldfi::drive {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_part = "ldfi-farm-";
constexpr std::string_view unique = "XXXXXX";

std::string base_folder() {
  const char* const base = std::getenv("TMPDIR");
  return base != nullptr && *base == '/' ? base : "/tmp";
}

/// Locks a folder. Returns a closed descriptor if the folder is locked already or belongs to
/// another user.
Descriptor hold(const std::string& path) {
  Descriptor out(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat about {};
  if (out.get() < 0 || ::fstat(out.get(), &about) != 0 || about.st_uid != ::geteuid()) return {};
  if (::flock(out.get(), LOCK_EX | LOCK_NB) != 0) return {};
  return out;
}

void remove_abandoned(const std::string& base) {
  std::error_code error;
  for (const auto& one : fs::directory_iterator(base, error)) {
    const std::string name = one.path().filename().string();
    if (!name.starts_with(first_part) || name.size() != first_part.size() + unique.size()) continue;
    const Descriptor held = hold(one.path().string());
    if (held.get() >= 0) sandbox::remove_folder(one.path().string());
  }
}

}  // namespace

OwnFolder make_own_folder() {
  const std::string base = base_folder();
  remove_abandoned(base);
  for (;;) {
    OwnFolder out;
    std::string name = base + "/" + std::string(first_part) + std::string(unique);
    if (::mkdtemp(name.data()) == nullptr) {
      throw EnvironmentError("mkdtemp " + name + ": " + std::generic_category().message(errno));
    }
    out.held = hold(name);
    std::error_code error;
    out.path = fs::canonical(name, error).string();  // the path as the system reports it
    // Another run may have removed the folder as abandoned before it was locked here.
    if (!error && out.held.get() >= 0) return out;
  }
}

}  // namespace ldfi::drive
