// What a process settles with its system before anything else, so that whatever ends it is said,
// with a status of its own.
//
//   int main() { ldfi::begin_process("ldfi-farm"); … }
//   ldfi::on_stop_signals(handler);   // void handler(int number)
#pragma once

#include <string_view>
#include <vector>

namespace ldfi {

/// To be called first in main, with the name that stands before messages (a literal).
/// Descriptors 0, 1 and 2 that are closed lead to /dev/null from here on, to read only: the next
/// file to be opened would get such a number, and what is printed would go into it. Writing to them
/// fails, as it does to a closed one, so a lost summary is noticed. A reader that went away and a
/// limit on file sizes are errors of write(2), as a full disk is. A limit on CPU time is noticed 2
/// s before the kernel kills. An exception that nobody can catch ends the process with 74 (memory,
/// threads, the system) or 70. So does a stack of less than 512 KiB, with 74: what would follow is
/// a crash without a word.
void begin_process(const char* name);

/// From now on `handler` is called on each signal that asks for a stop: SIGUSR1, SIGUSR2, SIGTERM,
/// SIGINT, SIGXCPU, SIGHUP unless it was ignored when the process began (nohup), and the signals of
/// timers and devices that would otherwise end it: SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
/// SIGSTKFLT.
void on_stop_signals(void (*handler)(int));
/// Until on_stop_signals() in the program that this process becomes by execv: signals wait so long.
void hold_stop_signals();
/// Their numbers.
[[nodiscard]] std::vector<int> stop_signal_numbers();
/// "SIGTERM"; "a signal" for one that asks for no stop. A handler may call it.
[[nodiscard]] std::string_view signal_name(int number);

/// Says `text` on stderr, by write(2) alone, which a signal handler may call, too; a stderr that
/// takes nothing is no reason to stop.
void say_at_the_end(std::string_view text);

}  // namespace ldfi
