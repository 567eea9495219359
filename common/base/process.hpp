// What a process arranges with its system before anything else. Then every end of the process has a
// message and an exit status of its own.
//
//   int main() { ldfi::begin_process("ldfi-farm"); … }
//   ldfi::on_stop_signals(handler);   // void handler(int number)
#pragma once

#include <string_view>
#include <vector>

namespace ldfi {

/// Call this first in main. `name`, a string literal, stands before each message.
/// - Closed descriptors among 0, 1 and 2 are opened on /dev/null, for reading only. Otherwise the
///   next file to be opened would get such a number, and what is printed would go into that file.
///   Writing still fails, as it does to a closed descriptor, so a lost summary is noticed.
/// - A reader that went away and a limit on file sizes become errors of write(2), like a full disk.
/// - A limit on CPU time sends its signal 2 s before the kernel kills the process.
/// - An exception that nobody can catch ends the process: with 74 if memory, threads or the system
///   are its cause, otherwise with 70.
/// - A stack of less than 512 KiB ends the process with 74: it would crash later without a word.
void begin_process(const char* name);

/// From now on, each signal that asks for a stop calls `handler`: SIGUSR1, SIGUSR2, SIGTERM,
/// SIGINT, SIGXCPU; SIGHUP, unless it was ignored when the process began (nohup); and the signals
/// of timers and devices that would otherwise end the process: SIGALRM, SIGVTALRM, SIGPROF, SIGIO,
/// SIGPWR, SIGSTKFLT.
void on_stop_signals(void (*handler)(int));
/// Blocks these signals until on_stop_signals() is called, also across an execv: they stay pending
/// in the program that this process becomes.
void hold_stop_signals();
/// The numbers of the signals that ask for a stop.
[[nodiscard]] std::vector<int> stop_signal_numbers();
/// The name, such as "SIGTERM"; "a signal" for a number that asks for no stop. Signal handlers may
/// call it.
[[nodiscard]] std::string_view signal_name(int number);

/// Writes `text` to stderr with write(2) only, so signal handlers may call it. Errors are ignored.
void say_at_the_end(std::string_view text);

}  // namespace ldfi
