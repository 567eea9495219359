#include "worker/drive/tend.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "worker/drive/keeper.hpp"
#include "worker/drive/parcel.hpp"
#include "worker/drive/tasks.hpp"
#include "worker/sandbox/sweep.hpp"

namespace ldfi::drive {
namespace {

class Tending {
 public:
  explicit Tending(int socket) : socket_(socket) {}

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
        return ask(std::stoi(message.text), message.ask, "", {});
      case Ask::close:
        return close(std::stoi(message.text));
      case Ask::own:
        folders_.push_back(message.text);
        return {};
    }
    return {0, EINVAL};
  }

  Answer open(const std::string& text, std::vector<int>& descriptors) {
    Keeper keeper = begin_keeper(sandbox::unpacked(text));
    Answer out{keeper.pid, keeper.error, keeper.layers};
    std::strncpy(out.why.data(), keeper.missing.c_str(), out.why.size() - 1);
    if (keeper.pid <= 0) return out;
    // They stay open here until the next place is opened.
    sent_.clear();
    sent_.push_back(std::move(keeper.folder));
    if (keeper.sockets.get() >= 0) sent_.push_back(std::move(keeper.sockets));
    for (const Descriptor& one : sent_) descriptors.push_back(one.get());
    keepers_.emplace(keeper.pid, std::move(keeper));
    return out;
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

  /// Of a process that its keeper knows by another number.
  static pid_t number_outside(pid_t keeper, pid_t inside) {
    for (const pid_t one : children_of(keeper)) {
      if (number_inside(one, one) == inside) return one;
    }
    return inside;
  }

  /// What a keeper leaves behind when it is killed comes to this process.
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
  std::vector<std::string> folders_;
  std::map<pid_t, Keeper> keepers_;
  std::vector<Descriptor> sent_;
};

}  // namespace

void tend(const Descriptor& socket) {
  ::setsid();  // a signal from a terminal is for the process that asks
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM}) {
    ::signal(number, SIG_IGN);
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  Tending(socket.get()).run();
  ::_exit(0);
}

}  // namespace ldfi::drive
