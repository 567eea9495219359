// The library kernel as a program. It loads another program into its own process and answers the calls of
// that program (docs/decisions/0089-library-kernel-by-sigsys.md).
//
//   ldfi-kernel [--link FOLDER | --seed N] [--trace FILE] [--instructions patch] PROGRAM [ARGUMENT...]
//
// With `--instructions patch`, instructions such as rdtsc are replaced even where they could be trapped.
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/personality.h>

#include "worker/kernel/clock.hpp"
#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/instructions.hpp"
#include "worker/kernel/link.hpp"
#include "worker/kernel/loader.hpp"
#include "worker/kernel/machine.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/process.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/trace.hpp"
#include "worker/kernel/trap.hpp"

extern "C" {
[[noreturn]] void ldfi_kernel_begin(std::uint64_t* stack);
[[noreturn]] void ldfi_enter(std::uint64_t instruction, std::uint64_t stack);
}

namespace ldfi::kernel {
namespace {

/// The words and variables with which this process was started.
struct Invocation {
  char** arguments = nullptr;
  char** environment = nullptr;
};

struct Choices {
  const char* link = nullptr;
  std::uint64_t seed = 1;
  const char* trace = nullptr;
  bool traps_instructions = true;
  char** command = nullptr;
};

void read_machine(const std::uint64_t* vector) {
  Machine found;
  for (; vector[0] != AT_NULL; vector += 2) {
    if (vector[0] == AT_HWCAP) found.features = vector[1];
    if (vector[0] == AT_HWCAP2) found.more_features = vector[1];
    if (vector[0] == AT_SYSINFO_EHDR) found.vdso = vector[1];
    if (vector[0] == AT_MINSIGSTKSZ) found.frame_bytes = vector[1];
  }
  note_machine(found);
}

std::uint64_t number_in(const char* text) {
  std::uint64_t out = 0;
  for (; *text >= '0' && *text <= '9'; ++text)
    out = out * 10 + static_cast<std::uint64_t>(*text - '0');
  return out;
}

Choices read_choices(char** words) {
  Choices out;
  for (++words; *words != nullptr && begins_with(*words, "--") && words[1] != nullptr; words += 2) {
    if (is_equal(*words, "--link")) {
      out.link = words[1];
    } else if (is_equal(*words, "--seed")) {
      out.seed = number_in(words[1]);
    } else if (is_equal(*words, "--trace")) {
      out.trace = words[1];
    } else if (is_equal(*words, "--instructions") && is_equal(words[1], "patch")) {
      out.traps_instructions = false;
    } else {
      break;
    }
  }
  if (*words == nullptr || begins_with(*words, "--")) {
    give_up(
        "usage: ldfi-kernel [--link FOLDER | --seed N] [--trace FILE] [--instructions patch] "
        "PROGRAM "
        "[ARGUMENT...]");
  }
  out.command = words;
  return out;
}

/// Guests see addresses that Linux chooses, so Linux must choose the same ones in each run. Starts this
/// program again if it has to.
void fix_addresses(const Invocation& words) {
  constexpr long current_value = 0xffffffff;
  const long before = linux_call(SYS_personality, current_value);
  if ((before & ADDR_NO_RANDOMIZE) != 0) return;
  if (is_error(linux_call(SYS_personality, before | ADDR_NO_RANDOMIZE))) return;
  linux_call(SYS_execve, address_of("/proc/self/exe"), address_of(words.arguments),
             address_of(words.environment));
}

void open_trace(const char* path) {
  constexpr long mode = 0644;
  const long got = linux_call(SYS_openat, AT_FDCWD, address_of(path),
                              O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (is_error(got)) give_up("the file of the trace cannot be written");
  begin_trace(static_cast<int>(got));
}

Beginning load_first(char** command, char** environment) {
  auto& start = *allocate_object<Start>();
  auto& loader = *allocate_object<Loader>();
  memcpy(start.path, command[0], length_of(command[0]) + 1);
  for (; *command != nullptr; ++command) start.arguments.push(*command);
  for (; *environment != nullptr; ++environment) start.environment.push(*environment);
  Refusal refusal = loader.prepare(start);
  Beginning out;
  if (refusal.error == 0 && !loader.load(start, out))
    refusal = {-ENOMEM, start.path, "its memory cannot be mapped"};
  Text text;
  if (refusal.error != 0) give_up(text.add(refusal.path).add(" cannot be run: ").add(refusal.why));
  loader.close();
  start.clear();
  release(&loader, sizeof loader);
  release(&start, sizeof start);
  return out;
}

}  // namespace
}  // namespace ldfi::kernel

void ldfi_kernel_begin(std::uint64_t* stack) {
  using namespace ldfi::kernel;
  Invocation words{reinterpret_cast<char**>(stack + 1),
                   reinterpret_cast<char**>(stack + 1 + stack[0] + 1)};
  char** end = words.environment;
  while (*end != nullptr) ++end;
  read_machine(reinterpret_cast<std::uint64_t*>(end + 1));
  fix_addresses(words);
  const Choices choices = read_choices(words.arguments);
  share_memory();
  begin_clock();
  begin_processes();
  begin_descriptors();
  if (choices.trace != nullptr) open_trace(choices.trace);
  if (choices.link == nullptr) begin_alone(choices.seed);
  if (choices.link != nullptr) begin_link(choices.link);
  begin_traps();
  trap_instructions(choices.traps_instructions);
  const Beginning beginning = load_first(choices.command, words.environment);
  ldfi_enter(beginning.instruction, beginning.stack);
}
