// An event of an execution, as it is recorded (docs/reference/recording-format.md#events).
// Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "common/systems/recording.hpp"
#include "worker/drive/envelope.hpp"

namespace ldfi::drive {

struct Happening {
  systems::EventKind kind = systems::EventKind::timer;
  std::int64_t time = 0;
  std::string node{};       ///< node of the event; empty for a message that is sent or received
  systems::MessageId id{};  ///< id of the message that is sent or received
  systems::Fate fate = systems::Fate::ok;
  std::int64_t arrives = 0;
  std::optional<std::int64_t> again{};
  EnvelopePtr message{};  ///< message that is sent, or request or answer of a client
  std::size_t operation = 0;
  std::string client{};
  bool silent = false;
  bool starting = false;  ///< for a message: true if its sender is still starting and has had no
                          ///< activation yet
  std::optional<std::int64_t> back{};  ///< time at which a crash or a pause ends
  bool waits = false;                  ///< for a request: true if it waits because the node is
                                       ///< paused
  std::optional<std::uint64_t> said{};
  std::set<std::string> carries{};
  std::string complaints{};  ///< what a node that ended wrote to stderr
};

}  // namespace ldfi::drive
