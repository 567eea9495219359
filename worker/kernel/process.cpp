#include "worker/kernel/process.hpp"

#include <fcntl.h>

#include "worker/kernel/link.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/space.hpp"

namespace ldfi::kernel {
namespace {

/// The same number as in the preloaded clock library.
constexpr int first_number = 10000;
constinit int last_number = first_number;
constinit Process* processes = nullptr;  ///< in the order of their numbers
constinit Process* main_process = nullptr;

void enlist(Process& process) {
  Process** place = &processes;
  while (*place != nullptr) place = &(*place)->next;
  *place = &process;
  process.alarm.process = &process;
}

/// Init adopts the children, and takes the status of those that have ended.
void give_children_to_init(const Process& parent) {
  for (Process* one = processes; one != nullptr;) {
    Process* const next = one->next;
    if (one->parent == &parent) {
      one->parent = nullptr;
      if (one->has_ended) forget_process(*one);
    }
    one = next;
  }
}

bool ignores_children(const Process& parent) {
  const Action& action = parent.actions[SIGCHLD];
  return action.handler == Action::ignore || (action.flags & SA_NOCLDWAIT) != 0;
}

void wake_parent(const Process& parent) {
  for (Context* one = first_context(); one != nullptr; one = one->next_of_all) {
    if (one->process == &parent && one->awaits_child) wake(*one);
  }
}

/// Tells the parent that a child has ended.
void report_end(Process& child) {
  Process* const parent = child.parent;
  if (parent == nullptr) return forget_process(child);
  const bool by_itself = (child.status & 0x7f) == 0;
  const Origin origin{by_itself ? CLD_EXITED : CLD_KILLED, child.number,
                      by_itself ? child.status >> 8 : child.status & 0x7f};
  const bool signals = child.end_signal == SIGCHLD;
  child.has_ended = true;
  const int signal = child.end_signal;
  if (signals && ignores_children(*parent)) forget_process(child);
  wake_parent(*parent);
  if (signal != 0) send_signal_to_process(*parent, signal, origin);
}

void close_descriptors(Process& process) {
  for (Descriptor& one : process.descriptors) {
    if (one.file != nullptr) drop(*one.file);
  }
  process.descriptors.clear();
}

/// Called before the node ends, so that the other ends of connections notice it.
void close_all_descriptors() {
  for (Process* one = processes; one != nullptr; one = one->next) close_descriptors(*one);
  finish_link();
}

/// Called when the last context ends, which runs.
void end_process(Process& process) {
  close_descriptors(process);
  process.alarm.stop();
  end_vfork(process);
  give_children_to_init(process);
  report_end(process);
}

void wake_others(const Process& process) {
  for (Context* one = first_context(); one != nullptr; one = one->next_of_all) {
    if (one->process == &process) wake(*one, Outcome::interrupted);
  }
}

}  // namespace

void Alarm::expire(std::uint64_t /*times*/) {
  send_signal_to_process(*process, SIGALRM, {SI_KERNEL, 0, 0});
}

void begin_processes() {
  main_process = allocate_object<Process>();
  main_process->number = main_process->group = main_process->session = first_number;
  enlist(*main_process);
  begin_contexts(*main_process, begin_space()).number = first_number;
}

Process& own_process() {
  return *current().process;
}

Process* first_process() {
  return processes;
}

Process* process_with(int number) {
  Process* one = processes;
  while (one != nullptr && one->number != number) one = one->next;
  return one;
}

int process_count() {
  int out = 0;
  for (const Process* one = processes; one != nullptr; one = one->next) ++out;
  return out;
}

int next_number() {
  return ++last_number;
}

Process& copy_process(int end_signal) {
  Process& parent = own_process();
  auto* const out = allocate_object<Process>();
  out->number = next_number();
  out->group = parent.group;
  out->session = parent.session;
  out->parent = &parent;
  out->end_signal = end_signal;
  memcpy(out->actions, parent.actions, sizeof out->actions);
  for (const Descriptor& one : parent.descriptors) {
    out->descriptors.push(one);
    if (one.file != nullptr) ++one.file->references;
  }
  out->most_descriptors = parent.most_descriptors;
  memcpy(out->program, parent.program, sizeof out->program);
  memcpy(out->name, parent.name, sizeof out->name);
  enlist(*out);
  return *out;
}

bool must_end(const Context& context) {
  const Process& process = *context.process;
  return process.is_ending || (process.survivor != nullptr && process.survivor != &context);
}

void begin_end(Process& process, int status) {
  if (process.is_ending || process.has_ended) return;
  process.is_ending = true;
  process.status = status;
  wake_others(process);
}

void exit_process(int status) {
  begin_end(own_process(), status);
  end_thread();
}

void end_thread() {
  Context& self = current();
  Process& process = own_process();
  if (&process == main_process && (process.is_ending || process.threads == 1)) {
    close_all_descriptors();
    end_node(process.status);
  }
  if (--process.threads == 0) {
    end_process(process);
  } else if (process.survivor != nullptr) {
    wake(*process.survivor);
  }
  self.process = nullptr;
  end_current();
}

bool end_other_threads() {
  Context& self = current();
  Process& process = own_process();
  process.survivor = &self;
  wake_others(process);
  while (process.threads > 1 && !process.is_ending) wait_until(never, false);
  process.survivor = nullptr;
  return !process.is_ending;
}

void end_vfork(Process& process) {
  Context* const parent = process.vfork_parent;
  process.vfork_parent = nullptr;
  if (parent == nullptr) return;
  parent->awaits_vfork = false;
  wake(*parent);
}

void forget_process(Process& process) {
  Process** place = &processes;
  while (*place != &process) place = &(*place)->next;
  *place = process.next;
  release(&process, sizeof process);
}

}  // namespace ldfi::kernel
