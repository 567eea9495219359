// A file of --replay-schedule: what happens in an execution, as JSON lines.
//
//   {"e":"world","eot":7,"nodes":["a","b"],"externals":["add"]}          at most one, each key optional
//   {"e":"external","at":2,"fact":"add(a,2)"}
//   {"e":"crash","at":3,"node":"b"}                     under crash_model stop perhaps with "back":6, and
//                                                       "after":true if it still works at 3
//   {"e":"deliver","from":"a","to":"b","fact":"append(b,a,2)","nth":1,"late":3}
//
// Or, of a recording, only
//
//   {"e":"step","at":1,"fact":"timeout(a)"}                                from outside
//   {"e":"step","at":2,"fact":"begin(a)","after":"begins(a)"}              from the node itself
//   {"e":"step","at":3,"from":"a","to":"b","fact":"request(b,a,1)"}        a message, and if it may be
//   {"e":"step",…,"own":"hears(b,a,1)","after":"again(b,a,1)"}             put behind by its receiver
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi::app {

struct ScheduleLine {
  int line = 0;
  std::string kind;  ///< external, crash, deliver, step
  int at = 0;        ///< of a delivery: a hint, which says nothing
  std::string text;  ///< the fact or the node
  std::string from;
  std::string to;
  int nth = 1;
  int late = 0;
  std::string own{};  ///< of a step; may be empty, as all texts of it but the fact
  std::string after{};
  int back = 0;        ///< of a crash: the tick at which the node restarts, or 0
  bool works = false;  ///< of a crash: the node still works at its tick
};

struct ScheduleFile {
  SourceSet sources;  ///< the file alone
  FileId file{0};
  int world_line = 0;  ///< 0: there is none
  std::optional<int> eot;
  std::optional<std::vector<std::string>> nodes;
  std::optional<std::vector<std::string>> externals;
  std::vector<ScheduleLine> events;
  /// It is a recording: all events are steps, each later than the one before.
  [[nodiscard]] bool is_recording() const {
    return !events.empty() && events.front().kind == "step";
  }

  /// The whole line.
  [[nodiscard]] SourceRange at(int line) const;
  [[noreturn]] void refuse(int line, std::string message,
                           std::vector<std::string> hints = {}) const;
};

/// Throws EnvironmentError if there is no such file, and SourcedError with the first hundred problems.
ScheduleFile read_schedule_file(const std::string& path);

}  // namespace ldfi::app
