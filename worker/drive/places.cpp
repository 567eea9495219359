#include "worker/drive/places.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <system_error>
#include <vector>

#include "common/systems/named_path.hpp"
#include "common/systems/node_command.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/interpreter.hpp"

namespace ldfi::drive {
namespace {

namespace fs = std::filesystem;
using systems::Reach;

/// Returns the path with all symbolic links resolved. Empty if the file does not exist.
std::string real(const fs::path& path) {
  std::error_code error;
  const fs::path out = fs::canonical(path, error);
  return error ? "" : out.string();
}

/// Returns a path of the file whose folders are not symbolic links. The file itself may be a link,
/// as programs of Python's virtual environments are.
std::string in_real_folder(const std::string& file) {
  const std::string folder = real(fs::path(file).parent_path());
  return folder.empty() ? file : (fs::path(folder) / fs::path(file).filename()).string();
}

/// Returns the words after `#!` in the first line of a script. Empty if the file is not a script.
std::vector<std::string> interpreter_of(const std::string& file) {
  constexpr std::size_t most = 256;
  std::string line(most, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(line.data(), static_cast<std::streamsize>(most));
  line.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  if (!line.starts_with("#!")) return {};
  std::istringstream words(line.substr(2, line.find('\n') - 2));
  std::vector<std::string> out;
  for (std::string word; words >> word;) out.push_back(word);
  return out;
}

/// Collects the files and folders that nodes see in addition to those of the operating system.
class Shown {
 public:
  explicit Shown(const std::string& config_folder) : folder_(config_folder) {}

  /// Adds the program of the command, and the files that its words name.
  void add_command(const std::vector<std::string>& command) {
    for (std::size_t i = 0; i < command.size(); ++i) {
      const systems::NamedPath found = systems::named_path(folder_, command[i], i == 0);
      if (i == 0 && found.reach == Reach::nothing) {
        add_program(on_path(command[0]), most_interpreters);
      } else if (i == 0 && (found.reach == Reach::program || found.reach == Reach::system)) {
        const fs::path path = fs::path(folder_.empty() ? "." : folder_) / command[0];
        add_program(fs::absolute(path).lexically_normal().string(), most_interpreters);
      } else if (found.reach == Reach::beside) {
        add(found.real);
        if (i == 0) add_interpreter(found.real, most_interpreters);
      }
    }
  }

  void add_file(const std::string& name) {
    const systems::NamedPath found = systems::named_path(folder_, name, false);
    if (found.reach == Reach::beside) add(found.real);
  }

  void add(const std::string& path) {
    if (!path.empty()) all_.push_back(path);
  }

  /// Returns the paths, without those that lie inside another path of the result.
  std::vector<std::string> take() {
    std::ranges::sort(all_);
    std::vector<std::string> out;
    for (const std::string& one : all_) {
      if (out.empty() || !systems::is_below(one, out.back())) out.push_back(one);
    }
    return out;
  }

 private:
  static constexpr int most_interpreters = 4;

  /// Adds a program and the files that it needs: the file itself, the links that lead to it, and
  /// its installation. The program is found in PATH or given by a path.
  void add_program(const std::string& file, int left) {
    constexpr int most_links = 16;
    fs::path path = file.empty() ? fs::path() : fs::path(in_real_folder(file));
    for (int i = 0; i < most_links && !path.empty(); ++i) {
      std::error_code error;
      if (!systems::is_system_path(path.string())) {
        add(path.string());
        add_installation(path);
      }
      const fs::path target = fs::read_symlink(path, error);
      if (error) break;
      path = in_real_folder((path.parent_path() / target).string());
    }
    add_interpreter(real(file), left);
  }

  /// Adds the interpreter that the first line of a script names. If this is not `env`, its path is
  /// handled like a word of a command.
  void add_interpreter(const std::string& file, int left) {
    const std::vector<std::string> words = interpreter_of(file);
    if (words.empty() || left == 0) return;
    const bool by_path = words.size() > 1 && fs::path(words[0]).filename() == "env";
    const std::string program = by_path ? on_path(words[1]) : words[0];
    if (program.empty()) return;
    const Reach reach = systems::named_path(folder_, program, true).reach;
    const bool fit = reach == Reach::beside || reach == Reach::program || reach == Reach::system;
    if (by_path || fit) add_program(program, left - 1);
  }

  /// For PREFIX/bin/program, adds PREFIX/lib and the other parts of an installation. In a user's
  /// home, only a compiled program has an installation. If PREFIX is directly below a home, such as
  /// /.local, fewer parts are added, because PREFIX also holds other things.
  void add_installation(const fs::path& program) {
    constexpr std::array<const char*, 8> parts{"lib",  "lib32", "lib64",   "libexec",
                                               "conf", "jmods", "release", "pyvenv.cfg"};
    constexpr std::array<const char*, 3> more{"share", "usr", "releases"};
    // Folders that .NET needs beside its program.
    constexpr std::array<const char*, 2> beside{"host", "shared"};
    const fs::path folder = program.parent_path();
    if (fs::exists(folder / "host/fxr")) {
      for (const char* part : beside) add_part(folder / part);
    }
    const fs::path prefix = folder.parent_path();
    const std::string home = systems::home_of(prefix.string());
    if (folder.filename() != "bin" || systems::may_not_be_shown(prefix.string())) return;
    if (!home.empty() && !systems::is_compiled(program.string())) return;
    for (const char* part : parts) add_part(prefix / part);
    if (!home.empty() && prefix.parent_path() == home) return;
    for (const char* part : more) add_part(prefix / part);
  }

  /// Adds a path of an installation if it exists.
  void add_part(const fs::path& path) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(path, error))) add(path.string());
  }

  std::string folder_;
  std::vector<std::string> all_;
};

/// Returns the folder that a word of a command names, such as `.` or `./classes`, relative to the
/// config's folder. Returns an empty text otherwise. A word without a slash does not name a folder:
/// `node` is a program, even if a folder has that name.
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
  const std::string place = program.empty() ? "" : in_real_folder(program);
  if (place != program || !systems::is_system_path(place)) {
    if (!place.empty()) out[0] = place;
  }
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

sandbox::Confinement confinement_of(const systems::Plan& plan) {
  sandbox::Confinement out;
  out.shut_in = plan.sandbox != systems::Sandbox::off;
  out.network_of_machine = plan.network == systems::Network::host;
  out.memory = plan.limits.node_memory;
  out.disk = plan.limits.disk;
  out.tasks = plan.limits.tasks;
  out.system = systems::system_folders();
  out.hidden = systems::home_folders();
  const std::string beside = real(plan.folder.empty() ? "." : plan.folder);
  Shown shown(plan.folder);
  if (!systems::may_not_be_shown(beside)) shown.add(beside);
  for (std::size_t i = 0; i < plan.processes().size(); ++i) {
    shown.add_command(systems::node_command(plan, i));
  }
  if (plan.goals.checker == systems::Checker::command) shown.add_command(plan.goals.command);
  for (const std::string& name : plan.files) shown.add_file(name);
  if (out.network_of_machine) shown.add(real("/run/systemd/resolve"));
  out.shown = shown.take();
  return out;
}

}  // namespace ldfi::drive
