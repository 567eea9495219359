// execve: another program in the same process.
#include <asm/prctl.h>
#include <fcntl.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/identity.hpp"
#include "worker/kernel/layout.hpp"
#include "worker/kernel/loader.hpp"
#include "worker/kernel/machine.hpp"
#include "worker/kernel/process.hpp"
#include "worker/kernel/space.hpp"

namespace ldfi::kernel {
namespace {

/// Limits of Linux for one word and for all words of a program.
constexpr std::size_t most_in_word = 131072;
constexpr std::uint64_t most_in_words = stack_bytes / 4;

/// Copies a list of texts from the guest, which ends with a null pointer. Adds its size to `total`.
long copy_words(std::uint64_t address, Words& out, std::uint64_t& total) {
  static constinit char text[most_in_word] = {};
  std::uint64_t at = 0;
  for (; address != 0; address += sizeof at) {
    if (read_guest(at, address) != 0) return -EFAULT;
    if (at == 0) break;
    const long length = read_guest_text(text, sizeof text, at);
    if (length < 0) return length == -ENAMETOOLONG ? -E2BIG : length;
    total += static_cast<std::uint64_t>(length) + 1 + sizeof at;
    if (total > most_in_words) return -E2BIG;
    out.push(text, static_cast<std::size_t>(length));
  }
  return 0;
}

/// Writes the absolute path of an open folder or file, then `rest`.
long path_below(int descriptor, const char* rest, char (&out)[PATH_MAX]) {
  const long real = real_at(descriptor);
  if (real < 0) return real;
  Text link;
  link.add("/proc/self/fd/").add_number(real);
  const long got =
      linux_call(SYS_readlink, address_of(link.text()), address_of(&out[0]), PATH_MAX - 1);
  if (is_error(got)) return got;
  auto length = static_cast<std::size_t>(got);
  if (rest[0] != '\0') out[length++] = '/';
  const std::size_t more = length_of(rest) + 1;
  if (length + more > PATH_MAX) return -ENAMETOOLONG;
  memcpy(out + length, rest, more);
  return 0;
}

/// Finds the file that execveat() names.
long find_program(int folder, std::uint64_t path_at, std::uint64_t flags, char (&out)[PATH_MAX]) {
  char path[PATH_MAX];
  const long length = read_guest_text(path, sizeof path, path_at);
  if (length < 0) return length;
  if (length == 0 && (flags & AT_EMPTY_PATH) == 0) return -ENOENT;
  if (path[0] != '/' && folder != AT_FDCWD) return path_below(folder, path, out);
  const char* const named = is_equal(path, "/proc/self/exe") ? program() : path;
  memcpy(out, named, length_of(named) + 1);
  return 0;
}

bool is_memory_shared() {
  const Context& self = current();
  for (const Context* one = first_context(); one != nullptr; one = one->next_of_all) {
    if (one->space == self.space && one->process != self.process) return true;
  }
  return false;
}

/// Gives the running process, which has a single thread, a memory of its own.
void take_own_memory() {
  Space& before = *current().space;
  auto* const own = allocate_object<Space>();
  const long got = fork_space(*own);
  if (is_error(got)) give_up("Linux refuses to make a further process for this node");
  if (got == 0) return;
  move_context(*own);
  abandon(before);
}

bool unmap(std::uint64_t begin, std::uint64_t end) {
  return linux_call(SYS_munmap, static_cast<long>(begin), static_cast<long>(end - begin)) == 0;
}

/// Removes all memory that is not the library kernel's.
void unmap_guest() {
  constexpr std::uint64_t end = 0x7fff'ffff'f000;
  constexpr std::uint64_t near = 1 << 16;
  unmap(0, clock_page_begin);
  unmap(vdso_begin, kernel_begin);
  if (unmap(kernel_end, end)) return;
  // Some kernels keep their own vDSO mapped.
  const std::uint64_t kept = machine().vdso;
  unmap(kernel_end, kept - near);
  unmap(kept + near, end);
}

/// Handlers are part of the old program. Ignored signals stay ignored.
void reset_actions(Process& process) {
  for (Action& one : process.actions) {
    const bool ignored = one.handler == Action::ignore;
    one = {};
    if (ignored) one.handler = Action::ignore;
  }
}

void reset(Process& process, Context& thread) {
  reset_actions(process);
  close_on_exec();
  process.has_executed = true;
  thread.number = process.number;
  thread.handler_stack = {nullptr, SS_DISABLE, 0};
  thread.clear_at_end = 0;
  thread.thread_pointer = 0;
  linux_call(SYS_arch_prctl, ARCH_SET_FS, 0);
  thread.space->break_end = break_begin;
  thread.space->shared_maps.clear();
  end_vfork(process);
}

/// Replaces the program. Does not return to the old one.
long replace_program(Loader& loader, const Start& start) {
  if (!end_other_threads()) return -EINTR;
  if (is_memory_shared()) take_own_memory();
  Context& self = current();
  unmap_guest();
  reset(own_process(), self);
  Beginning beginning;
  if (!loader.load(start, beginning)) exit_process(SIGKILL);
  Frame& frame = *self.frame;
  clear_registers(frame);
  frame[rip] = beginning.instruction;
  frame[rsp] = beginning.stack;
  return registers_are_set;
}

long execute(int folder, std::uint64_t path_at, const Call& call, int words_at,
             std::uint64_t flags) {
  auto& start = *allocate_object<Start>();
  auto& loader = *allocate_object<Loader>();
  std::uint64_t total = 0;
  const auto words = call[words_at];
  long out = find_program(folder, path_at, flags, start.path);
  if (out == 0) out = copy_words(words, start.arguments, total);
  if (out == 0) out = copy_words(call[words_at + 1], start.environment, total);
  if (out == 0 && start.arguments.size() == 0) start.arguments.push("");
  if (out == 0) out = loader.prepare(start).error;
  if (out == 0) out = replace_program(loader, start);
  loader.close();
  start.clear();
  release(&loader, sizeof loader);
  release(&start, sizeof start);
  return out;
}

long execve_call(const Call& call) {
  return execute(AT_FDCWD, call[0], call, 1, 0);
}

long execveat_call(const Call& call) {
  return execute(call.number_at(0), call[1], call, 2, call[4]);
}

}  // namespace

constexpr Entry calls_of_exec[] = {
    {SYS_execve, {"execve", execve_call}}, {SYS_execveat, {"execveat", execveat_call}}, {0, {}}};

}  // namespace ldfi::kernel
