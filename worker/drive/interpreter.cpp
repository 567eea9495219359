#include "worker/drive/interpreter.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "common/systems/script.hpp"
#include "worker/drive/descriptor.hpp"
#include "worker/drive/fingerprint.hpp"

namespace ldfi::drive {
namespace {

namespace fs = std::filesystem;

/// A kind of interpreter. Its program may have a version in its name, such as python3.11.
struct Family {
  std::string_view name;
  std::vector<std::string> question;  ///< arguments that make the interpreter print its own path
};

/// Java is asked for its home folder, which it prints to stderr between other settings.
constexpr std::string_view java = "java";
constexpr std::string_view java_home = "java.home = ";

const Family* family_of(const std::string& program) {
  static const std::vector<Family> all{{"python", {"-c", "import sys; print(sys.executable)"}},
                                       {"pypy", {"-c", "import sys; print(sys.executable)"}},
                                       {"ruby", {"-rrbconfig", "-e", "puts RbConfig.ruby"}},
                                       {"nodejs", {"-p", "process.execPath"}},
                                       {"node", {"-p", "process.execPath"}},
                                       {"perl", {"-e", "print $^X"}},
                                       {"php", {"-r", "echo PHP_BINARY;"}},
                                       {"deno", {"eval", "console.log(Deno.execPath())"}},
                                       {"bun", {"-e", "console.log(process.execPath)"}},
                                       {"julia", {"-e", R"(print(joinpath(Sys.BINDIR, "julia")))"}},
                                       {java, {"-XshowSettings:properties", "-version"}}};
  const std::string name = fs::path(program).filename();
  const auto found = std::ranges::find_if(all, [&name](const Family& one) {
    return name.starts_with(one.name) &&
           name.find_first_not_of("0123456789.", one.name.size()) == std::string::npos;
  });
  return found == all.end() ? nullptr : &*found;
}

std::string first_line(const std::string& file) {
  constexpr std::size_t most = 256;
  std::ifstream stream(file, std::ios::binary);
  std::string text(most, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(most));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text.substr(0, text.find('\n'));
}

/// Returns true if the program is a script, or a link to a program with another name, and so not the
/// interpreter itself.
bool is_shim(const std::string& program, const Family& family) {
  std::error_code error;
  const std::string name = fs::canonical(program, error).filename();
  if (error) return false;
  return first_line(program).starts_with("#!") ||
         (!name.starts_with(family.name) && family_of(name) == nullptr);
}

/// Starts a program in a folder. Its stdout, and with `with_errors` also its stderr, go to `out`.
/// Returns 0 or errno. The program does not inherit ignored signals.
int spawn_in(const std::string& folder, const std::vector<std::string>& words, int out,
             bool with_errors, pid_t& pid) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  if (with_errors) {
    posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setflags(
      &attributes,
      static_cast<short>(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP));
  const int status =
      posix_spawn(&pid, words[0].c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

/// Reads until the end of the output, until a time limit, or until the output is too long.
std::string read_answer(int from) {
  using Steady = std::chrono::steady_clock;
  constexpr std::chrono::seconds longest(20);  // limit on time, for shims on a busy machine
  constexpr std::size_t most = std::size_t{64} << 10U;
  const auto end = Steady::now() + longest;
  std::string out;
  std::array<char, 4096> bytes{};
  while (out.size() < most) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Steady::now());
    pollfd ready{from, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) break;
    const ssize_t got = ::read(from, bytes.data(), bytes.size());
    if (got <= 0) break;
    out.append(bytes.data(), static_cast<std::size_t>(got));
  }
  return out;
}

/// Runs a program so that it prints the path of its interpreter. Returns this path, or an empty
/// text.
std::string ask_for_path(const std::string& folder, const std::string& program,
                         const Family& family) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "";
  const Descriptor reads(ends[0]);
  Descriptor writes(ends[1]);
  std::vector<std::string> words{program};
  words.insert(words.end(), family.question.begin(), family.question.end());
  pid_t pid = 0;
  if (spawn_in(folder, words, writes.get(), family.name == java, pid) != 0) return "";
  writes.close();
  std::string out = read_answer(reads.get());
  ::kill(-pid, SIGKILL);
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
  if (family.name == java) {
    const std::size_t at = out.find(java_home);
    if (at == std::string::npos) return "";
    out = out.substr(at + java_home.size());
  }
  out = out.substr(0, out.find_first_of("\r\n"));
  return family.name == java ? out + "/bin/java" : out;
}

/// Returns the interpreter that this program starts, or nullopt if the program is not a shim.
std::optional<std::string> behind_shim(const std::string& folder, const std::string& program) {
  const std::string file = on_path(program);
  const Family* const family = family_of(program);
  if (family == nullptr || !file.starts_with('/') || !is_shim(file, *family)) return std::nullopt;
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::string> known;
  const std::scoped_lock lock(mutex);
  const auto [found, is_new] = known.try_emplace({folder, file});
  if (is_new) {
    const std::string path = ask_for_path(folder, file, *family);
    if (path.starts_with('/') && path != file && ::access(path.c_str(), X_OK) == 0) {
      found->second = path;
    }
  }
  return found->second.empty() ? std::nullopt : std::optional(found->second);
}

/// Returns the interpreter's name in the first line of a script, such as `#!/usr/bin/env python3`. Empty if
/// the file is not a script.
std::string interpreter_in(const std::string& file) {
  std::istringstream words(first_line(file));
  std::string env;
  std::string name;
  std::string more;
  words >> env >> name >> more;
  return env == "#!/usr/bin/env" && more.empty() ? name : "";
}

void replace_shim(const systems::Plan& plan, std::vector<std::string>& command) {
  if (command.empty()) return;
  if (const std::string script = file_of(plan, command[0]); !script.empty()) {
    const auto found = behind_shim(plan.folder, interpreter_in(script));
    if (found) command.insert(command.begin(), *found);
    return;
  }
  const auto found = behind_shim(plan.folder, command[0]);
  if (!found) return;
  std::vector<std::string> other = command;
  other[0] = *found;
  if (systems::place_of_script(other) == systems::place_of_script(command)) command = other;
}

}  // namespace

std::string on_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = folder + "/" + program;
    if (!folder.empty() && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

systems::Plan without_shims(const systems::Plan& plan) {
  systems::Plan out = plan;
  replace_shim(plan, out.command);
  if (!plan.client_command.empty()) replace_shim(plan, out.client_command);
  if (plan.goals.checker == systems::Checker::command) replace_shim(plan, out.goals.command);
  return out;
}

}  // namespace ldfi::drive
