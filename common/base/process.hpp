// Settings that main() must make first, so that the process always ends with a message and a
// defined exit status.
//
//   int main() { ldfi::begin_process("ldfi-farm"); … }
//   ldfi::on_stop_signals(handler);   // void handler(int number)
#pragma once

#include <string_view>
#include <vector>

namespace ldfi {

/// Sets up the process. Must be the first call in main, because earlier code would run without
/// these settings. `name`, a string literal, precedes each message.
/// - Opens closed descriptors among 0, 1 and 2 on /dev/null, for reading only. Otherwise, the next
///   opened file would get such a number, and output would go into that file. Writing still fails,
///   as it does for a closed descriptor, so a lost summary is noticed.
/// - Turns a closed pipe and a limit on file sizes into errors of write(2), like a full disk.
/// - Lowers a limit on CPU time, so that its signal arrives 2 s before the kernel kills the
///   process.
/// - Ends the process after an exception that nothing catches. The exit status is 74 if its cause
/// is memory, threads or the system, otherwise 70.
/// - Ends the process with 74 if its stack is smaller than 512 KiB, because it would crash later
///   without a message.
void begin_process(const char* name);

/// Sets the handler of every signal that requests a stop. These are SIGUSR1, SIGUSR2, SIGTERM,
/// SIGINT and SIGXCPU. SIGHUP is included unless it was ignored when the process began (nohup).
/// Signals of timers and devices that would end the process are included, too: SIGALRM, SIGVTALRM,
/// SIGPROF, SIGIO, SIGPWR, SIGSTKFLT.
void on_stop_signals(void (*handler)(int));
/// Blocks the signals that request a stop until on_stop_signals() is called. If execv() starts
/// another program, the signals stay blocked there, and signals that have arrived stay pending.
void block_stop_signals();
/// Returns the numbers of the signals that request a stop.
[[nodiscard]] std::vector<int> stop_signal_numbers();
/// Returns the name of a signal that requests a stop, such as "SIGTERM"; otherwise "a signal".
/// Signal handlers may call this function.
[[nodiscard]] std::string_view signal_name(int number);

/// Writes `text` to stderr with write(2) only, so that signal handlers may call this function.
/// Ignores errors.
void print_before_exit(std::string_view text);

}  // namespace ldfi
