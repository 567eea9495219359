// A recording as a ShiViz log, in the form that DEMi writes: a regular expression, then an event a
// line, each with a vector clock.
//
//   (?<clock>.*\}) (?<host>[^:]*): (?<event>.*)
//
//   {"a" : 1} a: Sending to b: ask(1)
//   {"a" : 1, "b" : 1} b: Received message from a: ask(1)
//   {"a" : 2} a: Received external message: timeout
//
// Nothing is taken on trust: what is received was sent, and every clock is the one that the events
// before it give.
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
  SourceRange where;  ///< of the message
  std::string host;
  std::string peer;  ///< whom it is received from, or sent to; may be the host itself
  std::string message;
};

inline constexpr std::size_t most_bytes = std::size_t{16} << 20U;
inline constexpr std::size_t most_hosts = 64;
inline constexpr std::size_t most_events = 100'000;
inline constexpr std::size_t most_problems = 100;

/// The events in the order of the file. Adds to `problems` what is wrong, at most most_problems;
/// then the events mean nothing. Takes time and memory in proportion to the text, and to
/// most_hosts for each event.
[[nodiscard]] std::vector<LogEvent> read_log(const SourceSet& sources, FileId file,
                                             std::vector<Diagnostic>& problems);

}  // namespace ldfi::shiviz
