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

/// The values of a progress line that are determined at the moment of printing.
struct Pace {
  double elapsed_s = 0;  ///< seconds since the run began
  std::string phase;     ///< name of the stage that the run is in, from Phase::current()
  double per_s = 0;      ///< executions per second since the last line
};

/// Formats seconds as hours, minutes and seconds, such as `0:01:40`. Negative times are shown as `0:00:00`.
[[nodiscard]] std::string hours_text(double seconds);

/// Returns a line with these values, each right-aligned in its column. Requires as many values as columns.
[[nodiscard]] std::string in_columns(std::span<const config::ProgressColumn> columns,
                                     const std::vector<std::string>& values);
/// Returns the line with the names of the columns.
[[nodiscard]] std::string header_of(std::span<const config::ProgressColumn> columns);

class ProgressLines {
 public:
  using Pause = std::chrono::milliseconds;
  /// Returns the text of a progress line, without a line break. Called by the thread that prints.
  using Line = std::function<std::string(const Pace&)>;
  /// Settings::hint is printed when the run has taken this many seconds.
  static constexpr double hint_after_s = 60;

  struct Settings {
    bool quiet = false;  ///< print nothing
    std::string header;
    std::string hint{};  ///< hint that is printed once, after hint_after_s; may be empty
    /// Time between two lines. By default one second on a terminal and ten seconds elsewhere.
    std::optional<Pause> pause{};
  };

  /// `elapsed` returns the seconds since the run began. A thread of this object calls it.
  ProgressLines(Settings settings, Line first, std::function<double()> elapsed);
  ~ProgressLines();
  ProgressLines(const ProgressLines&) = delete;
  ProgressLines& operator=(const ProgressLines&) = delete;

  /// Sets the line that is printed from now on. `executions` is the number of executions so far. Any thread
  /// may call this.
  void update(std::uint64_t executions, Line line);

 private:
  void run(Pause pause);
  void print();

  Settings settings_;
  std::function<double()> elapsed_;
  std::mutex mutex_;  ///< guards all members below
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
