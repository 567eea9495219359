// Settings of a process that main() must make first, so that the process always ends with a message
// and a defined exit status.
//
//   int main() { ldfi::begin_process("ldfi-farm"); … }
//   ldfi::on_stop_signals(handler);   // void handler(int number)
#pragma once

#include <string_view>
#include <vector>

namespace ldfi {

/// Sets up the process. Must be the first call in main. `name`, a string literal, is put before
/// each message.
/// - Opens closed descriptors among 0, 1 and 2 on /dev/null, for reading only. Otherwise, the next
///   opened file would get such a number, and output would go into that file. Writing still fails,
///   as it does for a closed descriptor, so a lost summary is noticed.
/// - Turns a closed pipe and a limit on file sizes into errors of write(2), like a full disk.
/// - Lowers a limit on CPU time, so that its signal arrives 2 s before the kernel kills the
///   process.
/// - Ends the process after an exception that cannot be caught: with 74 if its cause is memory,
///   threads or the system, otherwise with 70.
/// - Ends the process with 74 if its stack is smaller than 512 KiB, because it would crash later
///   without a message.
void begin_process(const char* name);

/// Sets the handler of each signal that requests a stop: SIGUSR1, SIGUSR2, SIGTERM, SIGINT,
/// SIGXCPU; SIGHUP unless it was ignored when the process began (nohup); and the signals of timers
/// and devices that would otherwise end the process: SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
/// SIGSTKFLT.
void on_stop_signals(void (*handler)(int));
/// Blocks the signals that request a stop until on_stop_signals() is called. They also stay
/// blocked, and pending signals stay pending, in a program that execv() starts.
void hold_stop_signals();
/// Returns the numbers of the signals that request a stop.
[[nodiscard]] std::vector<int> stop_signal_numbers();
/// Returns the name of a signal, such as "SIGTERM", or "a signal" if it does not request a stop.
/// Signal handlers may call it.
[[nodiscard]] std::string_view signal_name(int number);

/// Writes `text` to stderr with write(2) only, so signal handlers may call it. Errors are ignored.
void print_before_exit(std::string_view text);

}  // namespace ldfi
