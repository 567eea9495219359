#include "common/systems/named_path.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>
#include <system_error>

namespace ldfi::systems {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 11> names_of_system{
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu"};
/// System folders that must stay visible, even if a home folder is inside or above them. Home
/// folders below /opt or /usr/local are hidden like other home folders.
constexpr std::array<std::string_view, 6> cores{"/etc", "/bin", "/sbin", "/lib", "/nix", "/gnu"};
constexpr std::array<std::string_view, 11> parts_of_usr{"bin",   "sbin",   "lib",     "lib32",
                                                        "lib64", "libx32", "libexec", "include",
                                                        "share", "games",  "src"};

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Returns the home folder of this user according to /etc/passwd. The function getpwuid() is not
/// used, because it loads libraries into this process. One of them, of systemd, crashed the
/// process.
std::string home_of_user() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/etc/passwd", "re"),
                                                             &std::fclose);
  constexpr std::size_t room = 16'384;
  std::vector<char> bytes(room);
  passwd entry{};
  passwd* found = nullptr;
  while (file && ::fgetpwent_r(file.get(), &entry, bytes.data(), bytes.size(), &found) == 0) {
    if (found->pw_uid == ::geteuid()) return found->pw_dir;
  }
  return "";
}

/// Returns true if hiding this folder would hide programs of the system. The folder is a part of
/// the system, or above or below such a part.
bool is_part_of_system(const std::string& real) {
  const auto touches = [&real](const std::string& part) {
    return is_below(real, part) || is_below(part, real);
  };
  if (real == "/" || real == "/opt") return true;
  if (std::ranges::any_of(cores, [&](std::string_view one) {
        const std::string part = real_path(std::string(one));
        return !part.empty() && touches(part);
      })) {
    return true;
  }
  return std::ranges::any_of(parts_of_usr, [&](std::string_view one) {
    return touches("/usr/" + std::string(one)) || touches("/usr/local/" + std::string(one));
  });
}

/// Returns the folders for temporary files. Their contents may belong to other users.
std::vector<std::string> temporary_folders() {
  std::vector<std::string> out;
  for (const std::string& one : {std::string("/tmp"), std::string("/var/tmp"), std::string("/run"),
                                 std::string("/dev/shm"), variable("TMPDIR")}) {
    const std::string path = one.starts_with('/') ? real_path(one) : "";
    if (!path.empty() && path != "/") out.push_back(path);
  }
  return out;
}

/// Returns true if nodes may see this program. In a home folder, they may see only compiled
/// programs, because other files may contain private text.
bool may_be_shown_as_program(const std::string& real, const std::string& home) {
  std::error_code error;
  if (!fs::is_regular_file(real, error) || ::access(real.c_str(), X_OK) != 0) return false;
  return home.empty() || is_compiled(real);
}

bool is_own_place(const std::string& real) {
  if (real == "/" || real == real_path("/tmp") || real == real_path("/dev/shm")) return true;
  return is_below(real, "/dev") || is_below(real, "/proc") || is_below(real, "/sys");
}

/// Returns the path that a node would open for this word of a command. Empty if the word does not
/// name a file or folder.
std::string path_of(const std::string& config_folder, const std::string& word) {
  if (word.starts_with('/')) return word;
  const std::string path = (fs::path(config_folder) / word).string();
  std::error_code error;
  const bool named = word == "." || word.starts_with("./") || word == ".." ||
                     word.starts_with("../") || fs::is_regular_file(path, error);
  return named && !word.empty() ? path : "";
}

}  // namespace

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || folder == "/" || path.starts_with(folder + "/");
}

bool is_compiled(const std::string& file) {
  std::array<char, 4> head{};
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), head.size());
  return in && std::string_view(head.data(), head.size()) ==
                   "\x7f"
                   "ELF";
}

std::string real_path(const std::string& path) {
  std::error_code error;
  const fs::path out = fs::canonical(path, error);
  return error ? "" : out.string();
}

std::vector<std::string> system_folders() {
  std::vector<std::string> out;
  for (const std::string_view one : names_of_system) {
    if (!real_path(std::string(one)).empty()) out.emplace_back(one);
  }
  return out;
}

std::vector<std::string> home_folders() {
  std::vector<std::string> out;
  for (const std::string& one : {variable("HOME"), home_of_user(), std::string("/root"),
                                 std::string("/home"), std::string("/var/home")}) {
    const std::string path = one.starts_with('/') ? real_path(one) : "";
    if (!path.empty() && !is_part_of_system(path)) out.push_back(path);
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::string home_of(const std::string& real) {
  std::string out;
  for (std::string home : home_folders()) {
    if (!is_below(real, home)) continue;
    const bool holds_homes = home == real_path("/home") || home == real_path("/var/home");
    if (holds_homes && real != home) home = real.substr(0, real.find('/', home.size() + 1));
    if (home.size() > out.size()) out = std::move(home);
  }
  return out;
}

bool may_not_be_shown(const std::string& real_folder) {
  std::vector<std::string> kept = home_folders();
  std::ranges::move(temporary_folders(), std::back_inserter(kept));
  for (const std::string& one : system_folders()) kept.push_back(real_path(one));
  if (real_folder == "/" || real_folder == home_of(real_folder)) return true;
  return std::ranges::any_of(
      kept, [&real_folder](const std::string& one) { return is_below(one, real_folder); });
}

bool is_system_path(const std::string& real) {
  if (!home_of(real).empty()) return false;
  return std::ranges::any_of(
      system_folders(), [&real](const std::string& one) { return is_below(real, real_path(one)); });
}

NamedPath named_path(const std::string& config_folder, const std::string& word, bool is_program) {
  NamedPath out;
  const std::string path = path_of(config_folder, word);
  if (!path.empty()) out.real = real_path(path);
  if (out.real.empty()) return out;
  const std::string home = home_of(out.real);
  const std::string own = real_path(config_folder.empty() ? "." : config_folder);
  if (is_below(out.real, own) && (home.empty() || home == home_of(own))) {
    out.reach = Reach::beside;
  } else if (is_system_path(out.real)) {
    out.reach = Reach::system;
  } else if (is_own_place(out.real)) {
    out.reach = Reach::own;
  } else if (is_program && may_be_shown_as_program(out.real, home)) {
    out.reach = Reach::program;
  } else {
    out.reach = home.empty() ? Reach::outside : Reach::in_home;
  }
  return out;
}

}  // namespace ldfi::systems
