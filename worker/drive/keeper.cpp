#include "worker/drive/keeper.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sched.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#include "worker/drive/parcel.hpp"
#include "worker/drive/socket_memory.hpp"
#include "worker/drive/tasks.hpp"
#include "worker/drive/zygote.hpp"
#include "worker/sandbox/rights.hpp"
#include "worker/sandbox/room.hpp"

namespace ldfi::drive {
namespace {

using sandbox::Confinement;
using sandbox::Layers;

/// Sets of namespaces, in the order in which they are tried. The last one is empty.
constexpr std::array<Layers, 5> attempts{
    sandbox::users | sandbox::network | sandbox::ipc | sandbox::processes | sandbox::files,
    sandbox::network | sandbox::ipc | sandbox::processes | sandbox::files,
    sandbox::users | sandbox::network | sandbox::ipc | sandbox::files,
    sandbox::users | sandbox::network | sandbox::ipc, 0};

unsigned long flags_of(Layers layers) {
  unsigned long out = 0;
  if ((layers & sandbox::users) != 0) out |= CLONE_NEWUSER;
  if ((layers & sandbox::network) != 0) out |= CLONE_NEWNET;
  if ((layers & sandbox::ipc) != 0) out |= CLONE_NEWIPC;
  if ((layers & sandbox::processes) != 0) out |= CLONE_NEWPID;
  if ((layers & sandbox::files) != 0) out |= CLONE_NEWNS;
  return out;
}

/// Executes the program in this process. Returns only if that failed.
void become(std::vector<std::string>& words, const std::vector<Descriptor>& descriptors,
            const Confinement& confinement, Layers layers, int entrance) {
  if (entrance >= 0 && ::write(entrance, "0", 1) != 1) return;
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    if (::dup2(descriptors[i].get(), static_cast<int>(i)) < 0) return;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::setsid() < 0) return;
  ::personality(ADDR_NO_RANDOMIZE);  // fixed addresses make executions more similar to each other
  sigset_t empty;
  ::sigemptyset(&empty);
  ::sigprocmask(SIG_SETMASK, &empty, nullptr);
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  // Without this signal, a write beyond the limit on file sizes fails, but does not end the program.
  ::signal(SIGXFSZ, SIG_IGN);
  if (::chdir(words[0].c_str()) != 0) return;
  const std::size_t count = std::stoul(words[1]);
  if (const int processor = std::stoi(words[2]); processor >= 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(processor), &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  if (!words[3].empty()) ::putenv(words[3].data());
  constexpr std::size_t head = 4;
  std::vector<char*> arguments;
  for (std::size_t i = 0; i < count; ++i) arguments.push_back(words[head + i].data());
  arguments.push_back(nullptr);
  for (std::size_t i = head + count; i < words.size(); ++i) ::putenv(words[i].data());
  if (!sandbox::give_up(confinement, layers)) return;
  ::execvp(arguments[0], arguments.data());
}

class Keeping {
 public:
  Keeping(int socket, Confinement confinement, Layers layers, int entrance)
      : socket_(socket),
        confinement_(std::move(confinement)),
        layers_(layers),
        entrance_(entrance) {}

  [[noreturn]] void run() {
    Message message;
    while (receive_message(socket_, message)) {
      Answer answer = message.ask == Ask::start   ? start(message)
                      : message.ask == Ask::fork  ? fork(message)
                      : message.ask == Ask::alive ? Answer{}
                      : message.ask == Ask::killed
                          ? Answer{last_ > 0 && was_killed(last_, {SIGKILL}) ? 1 : 0}
                          : end();
      answer.zygote = zygote_.pid();
      message.descriptors.clear();  // closes the other end of the node's pipes in this process
      if (!send_answer(socket_, answer)) break;
    }
    zygote_.forget();
    end_all();
    ::_exit(0);
  }

 private:
  Answer start(const Message& message) {
    const Answer out = spawn(words_of(message.text), message.descriptors);
    if (out.error == 0) begin(out.value);
    return out;
  }

  void begin(pid_t node) {
    last_ = node;
    status_ = 0;
  }

  /// Forks a process from the zygote. If none runs, first starts one: a node may have killed the last zygote.
  Answer fork(const Message& message) {
    const std::vector<std::string> words = words_of(message.text);
    if (zygote_.pid() == 0) {
      const Answer begun = begin_zygote(words);
      if (begun.error != 0) return begun;
    }
    Answer out = zygote_.fork(words[0], words[3], message.descriptors);
    if (out.error == 0) {
      begin(out.value);
      losses_ = 0;
    } else if (out.error == ESRCH) {
      lose_zygote(out);
    }
    return out;
  }

  /// Called if the zygote ended or refuses to fork. Requests another try if a process may have killed it.
  void lose_zygote(Answer& out) {
    const bool killed = was_killed(zygote_.pid(), {SIGKILL, SIGTERM});
    const bool says_why = out.why[0] != '\0' && !killed;
    end_zygote();
    constexpr int most_losses = 3;
    if (!says_why && ++losses_ < most_losses) {
      out.error = EAGAIN;
    } else if (killed) {
      out.error = ECANCELED;
    } else if (!says_why) {
      std::strncpy(out.why.data(), "it ends", out.why.size() - 1);
    }
  }

  /// Returns true if one of these signals has ended the process. Waits for a short time, because a process
  /// closes its socket before it ends. Ignores other signals, which a mistake of the program may raise.
  static bool was_killed(pid_t pid, std::initializer_list<int> signals) {
    constexpr int most_looks = 100;
    constexpr useconds_t between_looks_us = 1000;
    for (int i = 0; i < most_looks; ++i) {
      siginfo_t how{};
      if (::waitid(P_PID, static_cast<id_t>(pid), &how, WEXITED | WNOHANG | WNOWAIT) != 0) break;
      if (how.si_pid == 0) {
        ::usleep(between_looks_us);
        continue;
      }
      // If a signal has ended a shell's program, the shell exits with this number plus the signal.
      constexpr int of_shell = 128;
      const int signal = how.si_code == CLD_KILLED   ? how.si_status
                         : how.si_code == CLD_EXITED ? how.si_status - of_shell
                                                     : 0;
      return std::ranges::find(signals, signal) != signals.end();
    }
    return false;
  }

  Answer begin_zygote(std::vector<std::string> words) {
    words[0] = "/";  // the node's folder does not exist in all cases
    words[3].clear();
    const std::vector<Descriptor> descriptors = zygote_.open();
    if (descriptors.empty()) return {0, errno};
    const Answer out = spawn(std::move(words), descriptors);
    if (out.error == 0) zygote_.begin(out.value);
    return out;
  }

  void end_zygote() {
    ::kill(zygote_.pid(), SIGKILL);
    reap(zygote_.pid());
    zygote_.forget();
  }

  Answer spawn(std::vector<std::string> words, const std::vector<Descriptor>& descriptors) {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {0, errno};
    const Descriptor from(pipe[0]);
    Descriptor to(pipe[1]);
    const pid_t pid = ::fork();
    if (pid < 0) return {0, errno};
    if (pid == 0) {
      become(words, descriptors, confinement_, layers_, entrance_);
      const std::int32_t why = errno;
      [[maybe_unused]] const ssize_t told = ::write(to.get(), &why, sizeof why);
      ::_exit(127);
    }
    to.close();
    std::int32_t why = 0;
    if (::read(from.get(), &why, sizeof why) == sizeof why) {
      ::waitpid(pid, nullptr, 0);
      return {0, why};
    }
    return {pid, 0};
  }

  /// Waits until the process `which` has ended. If `which` is -1, waits until all processes have ended.
  void reap(pid_t which) {
    int status = 0;
    for (;;) {
      const pid_t pid = ::waitpid(which, &status, 0);
      if (pid == last_) status_ = status;
      if (pid == which || (pid < 0 && errno != EINTR)) return;
    }
  }

  /// Ends all processes of the node except the zygote. If there are too many processes, also ends the zygote.
  Answer end() {
    if (zygote_.is_asked()) end_zygote();  // nothing waits for the zygote's answer any more
    if (zygote_.pid() == 0) return end_all();
    const bool alone = (layers_ & sandbox::processes) != 0;
    if (last_ > 0) ::kill(-last_, SIGKILL);
    constexpr int most_rounds = 20;
    for (int round = 0; round < most_rounds; ++round) {
      std::vector<pid_t> others = children_of(::getpid());
      std::erase(others, zygote_.pid());
      if (others.empty()) {
        ::kill(zygote_.pid(), SIGCONT);
        return {status_, 0};
      }
      // In later rounds, stops all processes first, because they may fork faster than they are killed.
      if (alone && round > 0) ::kill(-1, SIGSTOP);
      for (const pid_t pid : others) ::kill(pid, SIGKILL);
      for (const pid_t pid : others) reap(pid);
    }
    zygote_.forget();
    return end_all();
  }

  /// Ends all processes. If this is the first process of a namespace, one call ends all others at once.
  Answer end_all() {
    if ((layers_ & sandbox::processes) != 0) {
      ::kill(-1, SIGKILL);
      reap(-1);
      return {status_, 0};
    }
    if (last_ > 0) ::kill(-last_, SIGKILL);
    for (;;) {
      // Also ends processes that left their session.
      const std::vector<pid_t> all = children_of(::getpid());
      if (all.empty()) return {status_, 0};
      for (const pid_t pid : all) ::kill(pid, SIGKILL);
      for (const pid_t pid : all) reap(pid);
    }
  }

  int socket_;
  Confinement confinement_;
  Layers layers_;
  int entrance_;  ///< descriptor through which new processes enter the cgroup, or -1
  Zygote zygote_;
  int losses_ = 0;  ///< number of zygotes lost in succession
  pid_t last_ = 0;
  int status_ = 0;
};

/// Closes all descriptors, except `socket` and `entrance`, which get the numbers 3 and 4.
void keep_only(int socket, int entrance) {
  constexpr int first = 3;
  const int null = ::open("/dev/null", O_RDWR);
  for (int i = 0; i < first; ++i) ::dup2(null, i);
  // Both descriptors first get other numbers, because the number 3 or 4 may belong to the other descriptor.
  const int one = ::fcntl(socket, F_DUPFD_CLOEXEC, first + 2);
  const int other = entrance < 0 ? -1 : ::fcntl(entrance, F_DUPFD_CLOEXEC, first + 2);
  ::dup3(one, first, O_CLOEXEC);
  if (other >= 0) ::dup3(other, first + 1, O_CLOEXEC);
  ::close_range(other < 0 ? first + 1 : first + 2, ~0U, 0);
}

/// The main function of a keeper. First waits for the message that its user numbers are set up.
[[noreturn]] void live(int socket, const Confinement& confinement, Layers layers, int entrance) {
  keep_only(socket, entrance);
  constexpr int place = 3;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setsid();
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGQUIT}) {
    ::signal(number, SIG_IGN);
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  Message go;
  if (!receive_message(place, go)) ::_exit(1);
  Answer answer;
  answer.layers = layers;
  int folder = -1;
  try {
    folder = (layers & sandbox::files) != 0
                 ? sandbox::make_room(confinement, (layers & sandbox::processes) != 0)
                 : sandbox::make_plain_folders(confinement);
  } catch (const sandbox::NotAllowed& e) {
    answer.error = EPERM;
    std::strncpy(answer.why.data(), e.what(), answer.why.size() - 1);
  }
  std::vector<int> open;
  if (folder >= 0) open.push_back(folder);
  Descriptor sockets;
  if ((layers & sandbox::network) != 0) sockets = open_socket_query();
  if (sockets.get() >= 0) open.push_back(sockets.get());
  if (!send_answer(place, answer, open) || answer.error != 0) ::_exit(1);
  sockets.close();
  ::close(folder);
  Keeping(place, confinement, layers, entrance < 0 ? -1 : place + 1).run();
}

/// Writes /proc/PID/uid_map or gid_map. The keeper's user has the same number inside and outside.
bool write_map(pid_t pid, const char* name, const std::string& text) {
  const Descriptor file(
      ::open(fmt::format("/proc/{}/{}", pid, name).c_str(), O_WRONLY | O_CLOEXEC));
  return file.get() >= 0 &&
         ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool map_users(pid_t pid) {
  return write_map(pid, "setgroups", "deny") &&
         write_map(pid, "uid_map", fmt::format("{0} {0} 1", ::geteuid())) &&
         write_map(pid, "gid_map", fmt::format("{0} {0} 1", ::getegid()));
}

/// Starts a keeper with these layers of the sandbox. Returns a keeper with pid 0 if this fails.
Keeper attempt(const Confinement& confinement, Layers layers, bool refuses_calls, int entrance) {
  Keeper out;
  const auto failed = [&out](const std::string& why, int error) -> Keeper&& {
    if (out.pid > 0) {
      ::kill(out.pid, SIGKILL);
      ::waitpid(out.pid, nullptr, 0);
    }
    out.pid = 0;
    out.missing = why;
    out.error = error;
    return std::move(out);
  };
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return failed("socketpair", errno);
  }
  out.socket = Descriptor(ends[0]);
  Descriptor its(ends[1]);
  const Layers whole = layers | (refuses_calls ? Layers{sandbox::calls} : 0);
  // The C library's fork() also prepares threads and handlers, on which nothing in this process depends.
  out.pid = static_cast<pid_t>(::syscall(SYS_clone, flags_of(layers) | SIGCHLD, 0, 0, 0, 0));
  if (out.pid < 0) return failed("namespaces: " + std::generic_category().message(errno), errno);
  if (out.pid == 0) live(its.get(), confinement, whole, entrance);
  its.close();
  if ((layers & sandbox::users) != 0 && !map_users(out.pid)) return failed("uid_map", errno);
  Answer answer;
  std::vector<Descriptor> open;
  if (!send_message(out.socket.get(), Ask::open, "") ||
      !receive_answer(out.socket.get(), answer, &open)) {
    int status = 0;
    const bool killed = ::waitpid(out.pid, &status, 0) == out.pid && WIFSIGNALED(status);
    out.pid = 0;
    return failed(killed ? "another process killed the keeper, which supervises a node's processes"
                         : "the keeper, which supervises a node's processes, ended",
                  killed ? ECANCELED : ECHILD);
  }
  if (answer.error != 0) return failed(answer.why.data(), answer.error);
  if (!open.empty()) out.folder = std::move(open.front());
  if (open.size() > 1) out.sockets = std::move(open.back());
  out.layers = answer.layers;
  return out;
}

}  // namespace

Keeper begin_keeper(const Confinement& confinement, int entrance) {
  const Layers wanted = sandbox::wanted(confinement);
  const bool refuses = (wanted & sandbox::calls) != 0 && sandbox::can_refuse_calls();
  std::string missing;
  Keeper out;
  for (const Layers layers : attempts) {
    if ((layers & wanted) != layers && (layers & ~wanted) != sandbox::network) continue;
    out = attempt(confinement, layers & wanted, refuses, entrance);
    // A keeper that was killed (ECANCELED) does not show that the machine refuses these layers.
    if (out.pid > 0 || out.error == ECANCELED) break;
    // Reports the reason of the first attempt, which needs all layers.
    if (missing.empty()) missing = out.missing;
  }
  if (out.pid > 0) out.missing = missing;
  return out;
}

}  // namespace ldfi::drive
