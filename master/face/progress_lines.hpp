// Prints the progress of a run on stderr. On a terminal this is one line, which is rewritten each second.
// Elsewhere it is a line every ten seconds. A thread prints, so lines also appear while the master waits
// for its solver.
//
//   ProgressLines lines({.quiet = quiet, .header = header}, first_line, elapsed);
//   lines.update(executions, [row](const Pace& pace) { return line_of(row, pace); });
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "common/config/progress_columns.hpp"

namespace ldfi::app {

/// The values that are known only when a line is printed.
struct Pace {
  double elapsed_s = 0;  ///< seconds since the run began
  std::string phase;     ///< Phase::current()
  double per_s = 0;      ///< executions per second since the last line
};

/// Formats seconds as `0:01:40`; negative times are shown as 0.
[[nodiscard]] std::string hours_text(double seconds);

/// Returns a line of values, each right-aligned in its column. Requires a value for each column.
[[nodiscard]] std::string in_columns(std::span<const config::ProgressColumn> columns,
                                     const std::vector<std::string>& values);
/// Returns the line with the names of the columns.
[[nodiscard]] std::string header_of(std::span<const config::ProgressColumn> columns);

class ProgressLines {
 public:
  using Pause = std::chrono::milliseconds;
  /// Returns the text of a line, without a line break. A thread calls it.
  using Line = std::function<std::string(const Pace&)>;
  /// Seconds from the beginning of the run until the hint is printed.
  static constexpr double hint_after_s = 60;

  struct Settings {
    bool quiet = false;  ///< print nothing
    std::string header;
    std::string hint{};            ///< printed once, when the run takes long; may be empty
    std::optional<Pause> pause{};  ///< between two lines; default: see the top of this file
  };

  /// A thread of this class calls `elapsed`, which returns the seconds since the run began.
  ProgressLines(Settings settings, Line first, std::function<double()> elapsed);
  ~ProgressLines();
  ProgressLines(const ProgressLines&) = delete;
  ProgressLines& operator=(const ProgressLines&) = delete;

  /// Sets what later lines show. `executions` is the number so far. Any thread may call this.
  void update(std::uint64_t executions, Line line);

 private:
  void run(Pause pause);
  void print();

  Settings settings_;
  std::function<double()> elapsed_;
  std::mutex mutex_;  ///< guards everything below
  std::condition_variable changed_;
  Line line_;
  std::uint64_t executions_ = 0;
  double printed_at_ = 0;
  std::uint64_t printed_executions_ = 0;
  int lines_ = 0;
  bool in_place_ = false;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace ldfi::app
