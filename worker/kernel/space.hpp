// Address spaces: the processes of Linux that carry the guest's processes. A process of the guest has an
// address space of its own, except between vfork() and execve().
//
// Exactly one address space of a node runs at a time: the one that has the turn. The others wait in
// pass_turn(). All of them share the memory of the library kernel, its variables, and the descriptors of
// Linux. So the library kernel needs no locks, and any of them may speak to the worker for the node.
#pragma once

#include <cstdint>

#include "worker/kernel/layout.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/shared_maps.hpp"

namespace ldfi::kernel {

struct Context;

struct Space {
  int turn = 0;  ///< 1 if this address space has the turn. Linux waits for it as for a futex
  long process_of_linux = 0;
  int living = 0;            ///< number of contexts that have not ended
  Context* ended = nullptr;  ///< contexts that have ended; their kernel stacks are used again
  std::uint64_t stacks_end = stacks_begin;  ///< where the next kernel stack will be
  std::uint64_t break_end = break_begin;    ///< end of the guest's data segment
  List<SharedMap> shared_maps;
};

/// Makes the address space in which the node's first process runs. The node ends with it.
Space& begin_space();
/// Forks this process of Linux. Returns 0 in the new one once `child` has the turn, else a positive number
/// or an error of Linux. Kernel stacks and the guest's memory are copied.
long fork_space(Space& child);
/// Gives the turn to another address space, and returns when `own` has it again.
void pass_turn(Space& to, Space& own);
/// Gives the turn to another address space, and ends this process of Linux.
[[noreturn]] void leave_turn(Space& to);
/// Ends the process of Linux in which the node began, and so all others. `status`: as wait() reports it.
[[noreturn]] void end_node(int status);

constexpr int status_of_exit(int exit_code) {
  return (exit_code & 0xff) << 8;
}
constexpr int signal_of(int status) {
  return status & 0x7f;
}

}  // namespace ldfi::kernel
