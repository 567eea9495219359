#include "worker/drive/nursery_loop.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "worker/drive/keeper.hpp"
#include "worker/drive/memory_group.hpp"
#include "worker/drive/parcel.hpp"
#include "worker/drive/tasks.hpp"
#include "worker/sandbox/descriptors.hpp"
#include "worker/sandbox/sweep.hpp"

namespace ldfi::drive {
namespace {

std::string text_of(const char* path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Tending {
 public:
  explicit Tending(int socket) : socket_(socket), farm_(::getppid()) {}

  void run() {
    Message message;
    while (receive_message(socket_, message)) {
      std::vector<int> descriptors;
      const Answer answer = answer_to(message, descriptors);
      message.descriptors.clear();
      if (!send_answer(socket_, answer, descriptors)) break;
    }
    end_all();
    for (const std::string& one : folders_) sandbox::remove_folder(one);
  }

 private:
  Answer answer_to(const Message& message, std::vector<int>& descriptors) {
    switch (message.ask) {
      case Ask::open:
        return open(message.text, descriptors);
      case Ask::start:
      case Ask::fork:
        return start(message);
      case Ask::end:
      case Ask::alive:
      case Ask::killed:
        return ask(std::stoi(message.text), message.ask, "", {});
      case Ask::full:
        return full(std::stoi(message.text));
      case Ask::close:
        return close(std::stoi(message.text));
      case Ask::own:
        folders_.push_back(message.text);
        return {};
    }
    return {0, EINVAL};
  }

  Answer open(const std::string& text, std::vector<int>& descriptors) {
    sandbox::Confinement wanted = sandbox::unpacked(text);
    std::optional<MemoryGroup> group = bound_memory(wanted);
    Keeper keeper = begin_keeper(wanted, group ? group->entrance.get() : -1);
    Answer out{keeper.pid, keeper.error, keeper.layers};
    out.group = group.has_value();
    std::strncpy(out.why.data(), keeper.missing.c_str(), out.why.size() - 1);
    if (keeper.pid <= 0) return out;
    // The answer sends copies of these descriptors, so they stay open until the next place is
    // opened.
    sent_.clear();
    sent_.push_back(std::move(keeper.folder));
    if (keeper.sockets.get() >= 0) sent_.push_back(std::move(keeper.sockets));
    for (const Descriptor& one : sent_) descriptors.push_back(one.get());
    if (group) cgroups_[keeper.pid] = group->folder;
    keepers_.emplace(keeper.pid, std::move(keeper));
    return out;
  }

  /// Makes a cgroup that limits the memory of one node's processes, including their files in
  /// memory. If there is no cgroup, returns nullopt, and lowers the number of descriptors that each
  /// process may open.
  std::optional<MemoryGroup> bound_memory(sandbox::Confinement& wanted) {
    if (!wanted.shut_in) return std::nullopt;
    if (!looked_for_groups_) {
      looked_for_groups_ = true;
      groups_ = MemoryGroups::begin(
          own_cgroup(text_of("/proc/self/cgroup"), text_of("/proc/self/mountinfo")), farm_);
    }
    const std::uint64_t beyond = wanted.memory / 4;
    if (groups_) {
      if (auto out = groups_->make(wanted.memory + beyond + wanted.disk)) return out;
    }
    wanted.descriptors = sandbox::descriptors_within(beyond, sandbox::socket_buffer());
    return std::nullopt;
  }

  Answer full(pid_t keeper) {
    const auto found = cgroups_.find(keeper);
    return {found == cgroups_.end() ? 0
                                    : static_cast<std::int32_t>(ended_when_full(found->second))};
  }

  Answer start(const Message& message) {
    const std::size_t end = message.text.find('\0');
    const pid_t keeper = std::stoi(message.text.substr(0, end));
    std::vector<int> descriptors;
    for (const Descriptor& one : message.descriptors) descriptors.push_back(one.get());
    Answer out = ask(keeper, message.ask, message.text.substr(end + 1), descriptors);
    if (out.error == 0) out.value = number_outside(keeper, out.value);
    if (out.error == 0 && out.zygote != 0) out.zygote = number_outside(keeper, out.zygote);
    return out;
  }

  Answer close(pid_t keeper) {
    const auto found = keepers_.find(keeper);
    if (found == keepers_.end()) return {0, ESRCH};
    ask(keeper, Ask::end, "", {});
    ::kill(keeper, SIGKILL);
    ::waitpid(keeper, nullptr, 0);
    keepers_.erase(found);
    if (const auto cgroup = cgroups_.find(keeper); cgroup != cgroups_.end()) {
      groups_->remove(cgroup->second);
      cgroups_.erase(cgroup);
    }
    return {};
  }

  Answer ask(pid_t keeper, Ask what, const std::string& text, const std::vector<int>& descriptors) {
    const auto found = keepers_.find(keeper);
    if (found == keepers_.end()) return {0, ESRCH};
    const int socket = found->second.socket.get();
    Answer out;
    if (send_message(socket, what, text, descriptors) && receive_answer(socket, out)) return out;
    return {0, ECHILD};
  }

  /// Returns the pid that a process has outside of its keeper's namespace. `inside` is its pid
  /// inside of this namespace.
  static pid_t number_outside(pid_t keeper, pid_t inside) {
    for (const pid_t one : children_of(keeper)) {
      if (number_inside(one, one) == inside) return one;
    }
    return inside;
  }

  /// Ends all processes, including those whose keeper was killed, which have become children of the
  /// nursery.
  void end_all() {
    for (const auto& [pid, keeper] : keepers_) ::kill(pid, SIGKILL);
    for (;;) {
      const std::vector<pid_t> all = children_of(::getpid());
      if (all.empty()) return;
      for (const pid_t pid : all) ::kill(pid, SIGKILL);
      for (const pid_t pid : all) ::waitpid(pid, nullptr, 0);
    }
  }

  int socket_;
  pid_t farm_;
  bool looked_for_groups_ = false;
  std::unique_ptr<MemoryGroups> groups_;  ///< null if no cgroup is delegated to this user
  std::map<pid_t, std::string> cgroups_;  ///< folder of the cgroup, by pid of the keeper
  std::vector<std::string> folders_;
  std::map<pid_t, Keeper> keepers_;
  std::vector<Descriptor> sent_;
};

}  // namespace

void serve_nursery(const Descriptor& socket) {
  ::setsid();  // a signal from the terminal should not reach the nursery, which must outlive its
               // parent to clean up
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM}) {
    ::signal(number, SIG_IGN);
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  Tending(socket.get()).run();
  ::_exit(0);
}

}  // namespace ldfi::drive
