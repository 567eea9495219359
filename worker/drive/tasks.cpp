#include "worker/drive/tasks.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string_view>
#include <utility>

#include "worker/drive/descriptor.hpp"
#include "worker/drive/open_files.hpp"
#include "worker/drive/shared_memory.hpp"

namespace ldfi::drive {
namespace {

enum class State : std::uint8_t { sleeps, ended, runs, stopped };

using Buffer = std::array<char, 4096>;

/// Returns the contents of a file, or an empty text if the file does not exist any more.
std::string_view read_file(const char* path, Buffer& bytes) {
  const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return {};
  const ssize_t got = ::read(file.get(), bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

template <class Number>
Number number_at(std::string_view text) {
  Number out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

/// Returns the number after a key in the text of /proc/…/status, or 0.
std::uint64_t value(std::string_view status, std::string_view key) {
  const std::size_t found = status.find(key);
  if (found == std::string_view::npos) return 0;
  const std::string_view rest = status.substr(found + key.size());
  return number_at<std::uint64_t>(
      rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size())));
}

/// Returns true if a sleeping thread has left its processor. The kernel then reports the function
/// in which the thread waits. It reports 0 for a thread that could run.
bool is_off_processor(pid_t process, int thread) {
  std::array<char, 64> path{};
  *fmt::format_to(path.data(), "/proc/{}/task/{}/wchan", process, thread) = '\0';
  Buffer bytes{};
  const std::string_view where = read_file(path.data(), bytes);
  return !where.empty() && where != "0";
}

/// Returns the thread's number in its innermost PID namespace, which is the last number in the
/// list.
int own_number(std::string_view status) {
  constexpr std::string_view key = "\nNSpid:";
  const std::size_t found = status.find(key);
  if (found == std::string_view::npos) return 0;
  const std::string_view line = status.substr(found + key.size());
  const std::string_view all = line.substr(0, line.find('\n'));
  return number_at<int>(all.substr(all.find_last_of('\t') + 1));
}

State look(pid_t process, int thread, Task& out) {
  std::array<char, 64> path{};
  *fmt::format_to(path.data(), "/proc/{}/task/{}/status", process, thread) = '\0';
  Buffer bytes{};
  const std::string_view status = read_file(path.data(), bytes);
  constexpr std::string_view key = "\nState:\t";
  const std::size_t found = status.find(key);
  if (found == std::string_view::npos) return State::ended;
  const char state = status[found + key.size()];
  if (state == 'Z' || state == 'X') return State::ended;
  if (state == 'T')
    return State::stopped;  // 't' is the state of a thread that a debugger stops,
                            // which is allowed
  if (state != 'S') return State::runs;
  out = {process, thread,
         value(status, "\nvoluntary_ctxt_switches:\t") +
             value(status, "\nnonvoluntary_ctxt_switches:\t"),
         own_number(status)};
  return State::sleeps;
}

/// Returns true if the process maps much more than its own memory. Only then can large shared
/// mappings exist, and the list of mappings is read.
bool may_share_much(std::string_view status) {
  constexpr std::uint64_t much_kib = 16'384;
  const std::uint64_t own = value(status, "\nVmData:") + value(status, "\nVmStk:") +
                            value(status, "\nVmExe:") + value(status, "\nVmLib:");
  return value(status, "\nVmSize:") > own + much_kib;
}

/// Appends the children of a thread. Their number is unlimited, so the file is read in parts.
void add_children(pid_t process, int thread, std::vector<pid_t>& out) {
  std::array<char, 64> path{};
  *fmt::format_to(path.data(), "/proc/{}/task/{}/children", process, thread) = '\0';
  const Descriptor file(::open(path.data(), O_RDONLY | O_CLOEXEC));
  Buffer bytes{};
  pid_t number = 0;
  for (ssize_t got = 1; got > 0;) {
    got = file.get() < 0 ? 0 : ::read(file.get(), bytes.data(), bytes.size());
    for (ssize_t i = 0; i < got; ++i) {
      const char one = bytes.at(static_cast<std::size_t>(i));
      if (one >= '0' && one <= '9') {
        number = number * 10 + (one - '0');
      } else if (number > 0) {
        out.push_back(std::exchange(number, 0));
      }
    }
  }
}

std::vector<int> threads_of(pid_t process) {
  std::vector<int> out;
  std::array<char, 64> path{};
  *fmt::format_to(path.data(), "/proc/{}/task", process) = '\0';
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.data()), ::closedir);
  if (!folder) return out;
  while (const dirent* one = ::readdir(folder.get())) {
    if (one->d_name[0] != '.') out.push_back(number_at<int>(one->d_name));
  }
  return out;
}

}  // namespace

std::string name_of_program(pid_t process) {
  std::array<char, 64> path{};
  *fmt::format_to(path.data(), "/proc/{}/comm", process) = '\0';
  Buffer bytes{};
  const std::string_view name = read_file(path.data(), bytes);
  return std::string(name.substr(0, name.find('\n')));
}

bool is_stopped(pid_t process) {
  Task task;
  return look(process, process, task) == State::stopped;
}

int number_inside(pid_t process, int thread) {
  std::array<char, 64> path{};
  *fmt::format_to(path.data(), "/proc/{}/task/{}/status", process, thread) = '\0';
  Buffer bytes{};
  return own_number(read_file(path.data(), bytes));
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> out;
  add_children(process, process, out);
  return out;
}

bool tells_where(pid_t process) {
  return is_off_processor(process, process);
}

std::optional<std::vector<Task>> sleeping_tasks(const std::vector<pid_t>& processes, bool surely) {
  std::vector<Task> out;
  std::vector<pid_t> left = processes;
  while (!left.empty()) {
    const pid_t process = left.back();
    left.pop_back();
    for (const int thread : threads_of(process)) {
      Task task;
      const State state = look(process, thread, task);
      if (state == State::runs || state == State::stopped) return std::nullopt;
      if (state == State::sleeps && surely && !is_off_processor(process, thread)) {
        return std::nullopt;
      }
      if (state == State::sleeps) out.push_back(task);
      add_children(process, thread, left);
    }
  }
  return out;
}

Usage usage_of(const std::vector<pid_t>& processes, bool sockets_too) {
  constexpr std::uint64_t kib = 1024;
  // Bytes that the kernel holds for each thread, including its stack.
  constexpr std::uint64_t of_task = 32 * kib;
  Usage out;
  OpenFiles files(sockets_too);
  SharedMemory shared;
  std::uint64_t in_page_tables = 0;
  std::vector<pid_t> left = processes;
  while (!left.empty()) {
    const pid_t process = left.back();
    left.pop_back();
    clockid_t clock{};
    timespec used{};
    if (::clock_getcpuclockid(process, &clock) == 0 && ::clock_gettime(clock, &used) == 0) {
      out.processor_s += static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
    }
    std::array<char, 64> path{};
    *fmt::format_to(path.data(), "/proc/{}/status", process) = '\0';
    Buffer bytes{};
    const std::string_view status = read_file(path.data(), bytes);
    out.memory += kib * (value(status, "\nRssAnon:") + value(status, "\nRssShmem:"));
    in_page_tables += kib * value(status, "\nRssShmem:");
    if (may_share_much(status)) shared.add(process);
    out.memory += kib * value(status, "\nVmSwap:");
    out.kernel += kib * value(status, "\nVmPTE:");
    files.add(process);
    for (const int thread : threads_of(process)) {
      Task task;
      const State state = look(process, thread, task);
      out.all_sleep = out.all_sleep && (state == State::sleeps || state == State::ended);
      if (state == State::stopped) out.stopped = process;
      ++out.tasks;
      add_children(process, thread, left);
    }
  }
  out.kernel += files.memory() + of_task * out.tasks;
  out.kernel += std::max(shared.size(), in_page_tables) - in_page_tables;
  return out;
}

}  // namespace ldfi::drive
