// Reads a file of --replay-schedule: the events of an execution as JSON lines.
//
//   {"e":"world","eot":7,"nodes":["a","b"],"externals":["add"]}          at most one, each key optional
//   {"e":"external","at":2,"fact":"add(a,2)"}
//   {"e":"crash","at":3,"node":"b"}                     under crash_model stop perhaps with "back":6, and
//                                                       "after":true if it still works at 3
//   {"e":"deliver","from":"a","to":"b","fact":"append(b,a,2)","nth":1,"late":3}
//
// A recording has only steps instead:
//
//   {"e":"step","at":1,"fact":"timeout(a)"}                                from outside
//   {"e":"step","at":2,"fact":"begin(a)","after":"begins(a)"}              from the node itself
//   {"e":"step","at":3,"from":"a","to":"b","fact":"request(b,a,1)"}        a message
//   {"e":"step",…,"own":"hears(b,a,1)","after":"again(b,a,1)"}             a message that the receiver postponed
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi::app {

struct ScheduleLine {
  int line = 0;
  std::string kind;  ///< one of `external`, `crash`, `deliver`, `step`
  int at = 0;        ///< tick of the event; ignored for deliveries
  std::string text;  ///< the fact, or the node of a crash
  std::string from;
  std::string to;
  int nth = 1;
  int late = 0;
  std::string own{};    ///< fact that holds if the receiver of the message postponed it, or empty
  std::string after{};  ///< fact from which the node derived the step itself, or empty
  int back = 0;         ///< tick at which a crashed node restarts, or 0
  bool works = false;   ///< the crashing node still derives facts at the tick of the crash
};

struct ScheduleFile {
  SourceSet sources;  ///< the text of the file, for diagnostics
  FileId file{0};
  int world_line = 0;  ///< line with the event `world`, or 0 if there is none
  std::optional<int> eot;
  std::optional<std::vector<std::string>> nodes;
  std::optional<std::vector<std::string>> externals;
  std::vector<ScheduleLine> events;
  /// Returns true if the file is a recording: all events are steps, each at a later tick than the one before.
  [[nodiscard]] bool is_recording() const {
    return !events.empty() && events.front().kind == "step";
  }

  /// Returns the range of the whole line, for diagnostics.
  [[nodiscard]] SourceRange at(int line) const;
  [[noreturn]] void refuse(int line, std::string message,
                           std::vector<std::string> hints = {}) const;
};

/// Reads the file. Throws EnvironmentError if the file cannot be read, and SourcedError with the first 100
/// errors in it.
ScheduleFile read_schedule_file(const std::string& path);

}  // namespace ldfi::app
