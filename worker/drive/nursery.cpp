#include "worker/drive/nursery.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "worker/drive/nursery_loop.hpp"
#include "worker/drive/parcel.hpp"
#include "worker/drive/socket_memory.hpp"
#include "worker/drive/tasks.hpp"

namespace ldfi::drive {
namespace {

[[noreturn]] void fail(const char* call) {
  throw EnvironmentError(fmt::format("{}: {}", call, std::generic_category().message(errno)));
}

/// Returns the words of a program in the form in which the nursery gets them, each followed by a NUL.
std::string packed(const Program& program) {
  std::string out = std::to_string(program.keeper) + '\0' + program.folder + '\0' +
                    std::to_string(program.command.size()) + '\0' +
                    std::to_string(program.processor) + '\0' + program.clock + '\0';
  for (const std::string& word : program.command) out += word + '\0';
  for (const std::string& word : program.environment) out += word + '\0';
  return out;
}

Answer ask(int socket, Ask what, const std::string& text, const std::vector<int>& descriptors = {},
           std::vector<Descriptor>* received = nullptr) {
  if (text.size() + 1 > max_message) {
    throw EnvironmentError("the command and its environment are too long");
  }
  Answer answer;
  if (!send_message(socket, what, text, descriptors) || !receive_answer(socket, answer, received)) {
    throw EnvironmentError(
        "the helper process that starts nodes is gone: it was killed, perhaps by a node, or by the "
        "system for lack of memory");
  }
  return answer;
}

[[noreturn]] void fail_without_keeper() {
  throw EnvironmentError(
      "the helper process of a node is gone: it was killed, perhaps by a node, or by the system "
      "for lack of memory");
}

}  // namespace

std::unique_ptr<Nursery> Nursery::begin() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
  Descriptor ours(ends[0]);
  Descriptor its(ends[1]);
  const pid_t pid = ::fork();
  if (pid < 0) fail("fork");
  if (pid == 0) {
    ours.close();
    serve_nursery(its);
  }
  return std::unique_ptr<Nursery>(new Nursery(std::move(ours), pid));
}

Place Nursery::open(const sandbox::Confinement& confinement) {
  Place out;
  std::vector<Descriptor> received;
  const Answer answer = ask(socket_.get(), Ask::open, sandbox::packed(confinement), {}, &received);
  if (answer.error != 0 || received.empty()) {
    throw EnvironmentError(fmt::format("a place for a node: {}", answer.why.data()));
  }
  out.folder = std::move(received.front());
  Watched& watched = watched_[answer.value];
  if (received.size() > 1) watched.sockets = std::move(received.back());
  if ((answer.layers & sandbox::files) != 0) watched.folder = out.folder.get();
  out.group = watched.group = answer.group;
  out.keeper = answer.value;
  out.layers = answer.layers;
  out.missing = answer.why.data();
  out.view = sandbox::view_of(confinement, out.layers);
  return out;
}

void Nursery::close(const Place& place) {
  watched_.erase(place.keeper);
  ask(socket_.get(), Ask::close, std::to_string(place.keeper));
}

int Nursery::ended_when_full(pid_t keeper) const {
  if (!watched_.at(keeper).group) return 0;
  return ask(socket_.get(), Ask::full, std::to_string(keeper)).value;
}

bool Nursery::is_ended_when_full(pid_t pid) const {
  const pid_t keeper = keepers_.at(pid);
  return ended_when_full(keeper) > watched_.at(keeper).full;
}

bool Nursery::is_killed(pid_t pid) const {
  return ask(socket_.get(), Ask::killed, std::to_string(keepers_.at(pid))).value != 0;
}

Answer Nursery::ask_to_start(const Program& program, const std::vector<int>& descriptors,
                             const std::function<void()>& meanwhile) {
  const Ask what = program.forked ? Ask::fork : Ask::start;
  try {
    for (;;) {
      Answer answer = ask(socket_.get(), what, packed(program), descriptors);
      if (!program.forked || answer.error != EAGAIN) return answer;
      if (meanwhile) meanwhile();
    }
  } catch (...) {  // the caller has given up the start, so the process is not needed
    ask(socket_.get(), Ask::end, std::to_string(program.keeper));
    throw;
  }
}

Child Nursery::start(const Program& program, const std::function<void()>& meanwhile) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0) fail("pipe");
  Descriptor reads(in[0]);
  Child child;
  child.in = Descriptor(in[1]);
  if (::pipe2(out.data(), O_CLOEXEC) != 0) fail("pipe");
  Descriptor says(out[1]);
  child.out = Descriptor(out[0]);
  if (::pipe2(err.data(), O_CLOEXEC) != 0) fail("pipe");
  Descriptor complains(err[1]);
  child.err = Descriptor(err[0]);
  for (const int one : {child.in.get(), child.out.get(), child.err.get()}) {
    if (::fcntl(one, F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
  }
  watched_.at(program.keeper).full = ended_when_full(program.keeper);
  const Answer answer =
      ask_to_start(program, {reads.get(), says.get(), complains.get()}, meanwhile);
  if (answer.error == ECHILD) fail_without_keeper();
  if (program.forked && answer.error == ECANCELED &&
      ended_when_full(program.keeper) > watched_.at(program.keeper).full) {
    throw EnvironmentError(
        "the process that nodes are forked from (system.start fork) needs more memory than "
        "limits.node_memory allows");
  }
  if (program.forked && answer.error == ECANCELED) {
    throw EnvironmentError(
        "the process that nodes are forked from (system.start fork) was killed several times, "
        "perhaps by the system for lack of memory; system.start fresh does without it");
  }
  if (program.forked && answer.error == ESRCH) {
    throw InputError({Severity::error,
                      "system-start",
                      {FileId(~0U), 0, 0, 1},
                      "system.start fork cannot be used: " + printable(answer.why.data()),
                      {"system.start: fresh needs nothing of a program"}});
  }
  if (answer.error == ENOENT || answer.error == EACCES || answer.error == ENOEXEC) {
    throw InputError({Severity::error,
                      "system-command",
                      {FileId(~0U), 0, 0, 1},
                      fmt::format("{} cannot be started: {}", program.command.front(),
                                  std::generic_category().message(answer.error)),
                      {}});
  }
  if (answer.error != 0) {
    throw EnvironmentError(fmt::format("start {}: {}", program.command.front(),
                                       std::generic_category().message(answer.error)));
  }
  child.pid = answer.value;
  keepers_[child.pid] = program.keeper;
  zygotes_[program.keeper] = answer.zygote;
  // Checked after each start until it succeeds, because the nursery may not sleep yet after its
  // first answer.
  if (!tells_where_) tells_where_ = drive::tells_where(pid_);
  return child;
}

void Nursery::own(const std::string& folder) {
  ask(socket_.get(), Ask::own, folder);
}

void Nursery::expect_helpers(pid_t pid) const {
  const std::string keeper = std::to_string(keepers_.at(pid));
  if (ask(socket_.get(), Ask::alive, keeper).error != 0) fail_without_keeper();
}

std::vector<pid_t> Nursery::processes(pid_t pid) const {
  const pid_t keeper = keepers_.at(pid);
  std::vector<pid_t> out = children_of(keeper);
  std::erase(out, zygotes_.at(keeper));
  return out;
}

Usage Nursery::usage(pid_t pid) const {
  constexpr std::uint64_t of_file = 1024;
  const Watched& watched = watched_.at(keepers_.at(pid));
  const auto sockets = socket_memory(watched.sockets.get());
  Usage out = usage_of(processes(pid), !sockets);
  out.kernel += sockets.value_or(0);
  struct statfs about {};
  if (watched.folder >= 0 && ::fstatfs(watched.folder, &about) == 0) {
    out.kernel += (about.f_files - about.f_ffree) * of_file;
  }
  return out;
}

int Nursery::end(pid_t pid) {
  const pid_t keeper = keepers_.at(pid);
  keepers_.erase(pid);
  return ask(socket_.get(), Ask::end, std::to_string(keeper)).value;
}

}  // namespace ldfi::drive
