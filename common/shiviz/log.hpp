// Reads a recording in the log format of ShiViz, as DEMi writes it. The first line is a regular
// expression. Every other line has a vector clock, a host and an event.
//
//   (?<clock>.*\}) (?<host>[^:]*): (?<event>.*)
//
//   {"a" : 1} a: Sending to b: ask(1)
//   {"a" : 1, "b" : 1} b: Received message from a: ask(1)
//   {"a" : 2} a: Received external message: timeout
//
// The reader checks that each received message was sent before, and that each clock follows from
// the events before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi::shiviz {

struct LogEvent {
  enum class Kind : std::uint8_t { external, receive, send };
  Kind kind = Kind::external;
  SourceRange where;  ///< place of the message in the file
  std::string host;
  /// Sender of a received message, or receiver of a sent message; may be the host itself.
  std::string peer;
  std::string message;
};

inline constexpr std::size_t most_bytes = std::size_t{16} << 20U;
inline constexpr std::size_t most_hosts = 64;
inline constexpr std::size_t most_events = 100'000;
inline constexpr std::size_t most_problems = 100;

/// Returns the events in the order of the file. Adds at most most_problems errors to `problems`. If
/// there are errors, the events are meaningless. Time and memory are proportional to the text, and
/// to most_hosts for each event.
[[nodiscard]] std::vector<LogEvent> read_log(const SourceSet& sources, FileId file,
                                             std::vector<Diagnostic>& problems);

}  // namespace ldfi::shiviz
