// A file of --replay-schedule: what happens in an execution, as JSON lines.
//
//   {"e":"world","eot":7,"nodes":["a","b"],"externals":["add"]}          at most one, each key optional
//   {"e":"external","at":2,"fact":"add(a,2)"}
//   {"e":"crash","at":3,"node":"b"}
//   {"e":"deliver","from":"a","to":"b","fact":"append(b,a,2)","nth":1,"late":3}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi::app {

struct ScheduleLine {
  int line = 0;
  std::string kind;  ///< external, crash, deliver
  int at = 0;        ///< of a delivery: a hint, which says nothing
  std::string text;  ///< the fact or the node
  std::string from;
  std::string to;
  int nth = 1;
  int late = 0;
};

struct ScheduleFile {
  SourceSet sources;  ///< the file alone
  FileId file{0};
  int world_line = 0;  ///< 0: there is none
  std::optional<int> eot;
  std::optional<std::vector<std::string>> nodes;
  std::optional<std::vector<std::string>> externals;
  std::vector<ScheduleLine> events;

  /// The whole line.
  [[nodiscard]] SourceRange at(int line) const;
  [[noreturn]] void refuse(int line, std::string message,
                           std::vector<std::string> hints = {}) const;
};

/// Throws EnvironmentError if there is no such file, and SourcedError with the first hundred problems.
ScheduleFile read_schedule_file(const std::string& path);

}  // namespace ldfi::app
