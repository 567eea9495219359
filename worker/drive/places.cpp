#include "worker/drive/places.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <sstream>
#include <system_error>
#include <vector>

#include "worker/drive/fingerprint.hpp"

namespace ldfi::drive {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Empty if there is no such file.
std::string real(const fs::path& path) {
  std::error_code error;
  const fs::path out = fs::canonical(path, error);
  return error ? "" : out.string();
}

/// Private places of people, and those through which processes find each other.
std::vector<std::string> private_folders() {
  std::vector<std::string> out;
  for (const std::string& one :
       {variable("HOME"), std::string("/home"), std::string("/root"), std::string("/tmp"),
        std::string("/var/tmp"), std::string("/run"), variable("TMPDIR")}) {
    const std::string path = one.starts_with('/') ? real(one) : "";
    if (!path.empty() && path != "/") out.push_back(path);
  }
  return out;
}

/// A private folder as a whole, or above one: what lies there belongs to other things, too.
bool is_too_much(const std::string& folder, const std::vector<std::string>& hidden) {
  if (folder == "/" || fs::path(folder).parent_path() == "/home") return true;
  return std::ranges::any_of(hidden, [&folder](const std::string& one) {
    return folder == one || one.starts_with(folder + "/");
  });
}

/// As execvp does; empty if there is none.
std::string on_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  std::istringstream folders(variable("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = folder + "/" + program;
    if (!folder.empty() && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

class Shown {
 public:
  explicit Shown(const std::vector<std::string>& hidden) : hidden_(hidden) {}

  /// A file with all that lies beside it, unless that is a home.
  void add_with_folder(const std::string& file) {
    const std::string folder = real(fs::path(file).parent_path());
    add(is_too_much(folder, hidden_) ? real(file) : folder);
  }

  /// A program is installed as PREFIX/bin/program, and needs PREFIX/lib.
  void add_program(const std::string& file) {
    for (const fs::path& path : {fs::path(file), fs::path(real(file))}) {
      if (path.empty()) continue;
      const std::string prefix = real(path.parent_path().parent_path());
      if (is_too_much(prefix, hidden_)) {
        add_with_folder(path.string());
      } else {
        add(prefix);
      }
    }
  }

  /// The program, and the files that its words name.
  void add_command(const systems::Plan& plan, const std::vector<std::string>& command) {
    for (std::size_t i = 0; i < command.size(); ++i) {
      const std::string file = file_of(plan, command[i]);
      if (!file.empty()) {
        add_with_folder(file);
      } else if (i == 0) {
        add_program(on_path(command[0]));
      } else if (command[i].starts_with('/') && !real(command[i]).empty()) {
        add_with_folder(command[i]);
      }
    }
  }

  void add(const std::string& path) {
    if (!path.empty()) all_.push_back(path);
  }

  /// None of them is in another.
  std::vector<std::string> take() {
    std::ranges::sort(all_);
    std::vector<std::string> out;
    for (const std::string& one : all_) {
      if (out.empty() || (one != out.back() && !one.starts_with(out.back() + "/"))) {
        out.push_back(one);
      }
    }
    return out;
  }

 private:
  const std::vector<std::string>& hidden_;
  std::vector<std::string> all_;
};

/// The same file, in a folder that no link leads to. It may be a link itself, as programs of virtual
/// environments are.
std::string in_real_folder(const std::string& file) {
  const std::string folder = real(fs::path(file).parent_path());
  return folder.empty() ? file : (fs::path(folder) / fs::path(file).filename()).string();
}

/// Where a word such as `.` or `./classes` leads, if it is a folder beside the config; else nothing.
/// Only words that begin so are looked at: `node` is a program, even if a folder has that name.
std::string folder_of(const systems::Plan& plan, const std::string& word) {
  if (word != "." && !word.starts_with("./")) return "";
  return real(fs::path(plan.folder) / word);
}

}  // namespace

std::vector<std::string> command_of(const systems::Plan& plan,
                                    const std::vector<std::string>& command, bool shut_in) {
  std::vector<std::string> out = command;
  for (std::string& word : out) {
    if (const std::string file = file_of(plan, word); !file.empty()) word = file;
    if (const std::string place = folder_of(plan, word); !place.empty()) word = place;
    if (shut_in && word.starts_with('/')) word = in_real_folder(word);
  }
  if (!shut_in || out[0].find('/') != std::string::npos) return out;
  const std::string program = on_path(out[0]);
  if (!program.empty() && program != in_real_folder(program)) out[0] = in_real_folder(program);
  return out;
}

std::vector<UserPath> user_paths(const systems::Plan& plan, const std::vector<std::string>& command,
                                 bool shut_in) {
  std::vector<UserPath> out;
  const std::vector<std::string> inside = command_of(plan, command, shut_in);
  for (std::size_t i = 0; i < command.size(); ++i) {
    const bool is_path = !file_of(plan, command[i]).empty() || command[i].starts_with('/');
    if (is_path && inside[i] != command[i]) out.push_back({inside[i], command[i]});
  }
  std::error_code error;
  for (std::string folder :
       {real(plan.folder), fs::absolute(plan.folder, error).lexically_normal().string()}) {
    while (folder.ends_with('/')) folder.pop_back();
    if (!folder.empty()) out.push_back({folder + "/", ""});
  }
  std::ranges::stable_sort(out, std::greater<>(),
                           [](const UserPath& one) { return one.inside.size(); });
  return out;
}

sandbox::Confinement confinement_of(const systems::Plan& plan, const std::string& folder,
                                    const std::string& library) {
  sandbox::Confinement out;
  out.shut_in = plan.sandbox != systems::Sandbox::off;
  out.network_of_machine = plan.network == systems::Network::host;
  out.memory = plan.limits.node_memory;
  out.disk = plan.limits.disk;
  out.tasks = plan.limits.tasks;
  out.folder = folder;
  out.library = library;
  out.hidden = private_folders();
  Shown shown(out.hidden);
  if (!is_too_much(real(plan.folder), out.hidden)) shown.add(real(plan.folder));
  shown.add_command(plan, plan.command);
  if (plan.goals.checker == systems::Checker::command) shown.add_command(plan, plan.goals.command);
  for (const std::string& name : plan.files) {
    if (const std::string file = file_of(plan, name); !file.empty()) shown.add_with_folder(file);
  }
  if (out.network_of_machine) shown.add(real("/run/systemd/resolve"));
  out.shown = shown.take();
  return out;
}

}  // namespace ldfi::drive
