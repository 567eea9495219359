#include "results/app/watch.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "common/base/errors.hpp"
#include "common/base/printable_output.hpp"
#include "results/app/output.hpp"
#include "results/watch/watch_text.hpp"
#include "results/watch/watched_run.hpp"

namespace ldfi::results {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds terminal_interval{1000};
constexpr std::chrono::seconds plain_interval{10};
/// Time between two reads of a record that looks damaged. A record is written by one call, but a
/// network file system may show parts of it at first.
constexpr std::chrono::milliseconds patience_interval{200};
constexpr std::chrono::seconds patience{3};

/// Prints a table. On a terminal, the table replaces the previous one.
class Table {
 public:
  /// Prints a table. If it is higher than the terminal, prints only its first lines, because the
  /// cursor cannot return to lines above the screen. The `last` table is always printed whole.
  void show(std::vector<std::string> lines, bool last) {
    struct winsize size {};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) size = {};
    // The last column stays empty, because some terminals begin a new line when it is written.
    const std::size_t width = size.ws_col > 0 ? std::max(size.ws_col - 1U, 1U) : 10'000U;
    const std::size_t height = size.ws_row > 0 ? std::max(size.ws_row - 1U, 1U) : 10'000U;
    if (!last && lines.size() > height) lines.resize(height);
    // Escape sequence that moves the cursor up, ECMA-48 §8.3.22.
    std::string out = shown_ > 0 ? fmt::format("\x1b[{}A", shown_) : "";
    for (const std::string& line : lines) out += cut_to(printable_output(line), width) + "\x1b[K\n";
    out += "\x1b[J";  // escape sequence that clears the remaining lines of the previous table
    write_terminal(out);
    shown_ = lines.size();
  }

 private:
  std::size_t shown_ = 0;
};

/// Throws if a record stays damaged for some time. An incomplete record at the end of the file is
/// no damage: a run is still writing it, or was killed.
class Damage {
 public:
  void look(const Seen& seen, const std::string& path) {
    const bool cut = seen.end && seen.end->text == "the file ends within a record";
    if (!seen.end || cut) {
      since_.reset();
    } else if (!since_ || since_->first != seen.end->offset) {
      since_ = {seen.end->offset, Clock::now()};
    } else if (Clock::now() - since_->second > patience) {
      throw InputError(Diagnostic{Severity::error,
                                  "journal",
                                  {FileId(~0U)},
                                  fmt::format("{}: the record at byte {} is damaged ({})", path,
                                              seen.end->offset, seen.end->text),
                                  {}});
    }
  }
  [[nodiscard]] bool suspected() const { return since_.has_value(); }

 private:
  std::optional<std::pair<std::uint64_t, Clock::time_point>> since_;
};

void show_once(const CommandLine& line, Watched& run) {
  Damage damage;
  for (;;) {
    run.read();
    damage.look(run.seen(), line.file);
    if (!damage.suspected()) break;
    std::this_thread::sleep_for(patience_interval);
  }
  if (line.json) return write_output("", dump(watch_json(run.seen(), line.file)) + "\n");
  write_output("", fmt::format("{}\n", fmt::join(watch_lines(run.seen(), line.file), "\n")));
}

}  // namespace

void watch(const CommandLine& line) {
  rlimit memory{};
  ::getrlimit(RLIMIT_AS, &memory);
  memory.rlim_cur = std::min<rlim_t>(memory.rlim_max, line.memory_limit_bytes);
  ::setrlimit(RLIMIT_AS, &memory);
  Watched run(line.file);
  if (line.once || line.json) return show_once(line, run);
  const char* const kind = std::getenv("TERM");
  const bool in_place =
      ::isatty(STDOUT_FILENO) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
  Table table;
  Damage damage;
  std::optional<Clock::time_point> told;
  for (;;) {
    run.read();
    damage.look(run.seen(), line.file);
    const auto lines = watch_lines(run.seen(), line.file);
    const bool over = run.seen().verdict.has_value();
    if (in_place) {
      table.show(lines, over);
    } else if (over || !told || Clock::now() - *told >= plain_interval) {
      write_output("", fmt::format("{}{}\n", told ? "\n" : "", fmt::join(lines, "\n")));
      told = Clock::now();
    }
    if (over) return;
    std::this_thread::sleep_for(terminal_interval);
  }
}

}  // namespace ldfi::results
