// Processes of the guest. The first one began the node, and ends it. Process 1 is init, which the library
// kernel only pretends: it adopts the children of processes that have ended.
#pragma once

#include <linux/limits.h>

#include "worker/kernel/context.hpp"
#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/signals.hpp"
#include "worker/kernel/timers.hpp"

namespace ldfi::kernel {

/// The timer of setitimer(ITIMER_REAL) and alarm().
class Alarm : public Timer {
 public:
  void expire(std::uint64_t times) override;

  Process* process = nullptr;
};

struct Process {
  int number = 0;
  int group = 0;
  int session = 0;
  Process* parent = nullptr;        ///< null if it is init
  Process* next = nullptr;          ///< next in the list of all
  int threads = 0;                  ///< number of contexts that have not ended
  bool is_ending = false;           ///< its contexts end before they return to the guest
  bool has_ended = false;           ///< it waits for its parent to take `status`
  bool has_executed = false;        ///< it has called execve
  int status = 0;                   ///< as wait() reports it: an exit code times 256, or a signal
  int end_signal = 0;               ///< sent to the parent when it ends; 0 for none
  Context* survivor = nullptr;      ///< the thread in execve: all others end
  Context* vfork_parent = nullptr;  ///< the context that waits for the end of the vfork
  int vfork_folder = -1;  ///< descriptor of Linux: where the parent of the vfork was, or -1
  Action actions[Pending::most_signals + 1];
  Pending pending;
  List<Descriptor> descriptors;
  int most_descriptors = 1024;
  Alarm alarm;
  char program[PATH_MAX] = {};  ///< the path of the program, as /proc/self/exe names it
  char name[16] = {};
};

/// Makes the first process with its first context.
void begin_processes();
/// The process whose context runs.
Process& own_process();
Process* first_process();
/// Returns the process of this number, which may have ended, or null.
Process* process_with(int number);
int process_count();
/// Returns the number of a new process or thread.
int next_number();
/// Makes a child of the running process, which inherits what fork() lets children inherit.
Process& copy_process(int end_signal);

/// True if this context may not return to the guest.
bool must_end(const Context& context);
/// Makes all contexts of the process end: wakes those that wait.
void begin_end(Process& process, int status);
/// Ends the process of the running context.
[[noreturn]] void exit_process(int status);
/// Ends the running context, and its process with the last one.
[[noreturn]] void end_thread();
/// Ends all other threads of the running process, for execve. Returns false if the process ends instead.
bool end_other_threads();
/// Lets the parent continue that waits in vfork() for the running process.
void end_vfork(Process& process);
/// Removes a process whose status was taken.
void forget_process(Process& process);

}  // namespace ldfi::kernel
