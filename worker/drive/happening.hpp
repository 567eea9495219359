// What happens in an execution, as it is recorded (docs/reference/recording-format.md#events). Private to worker/drive.
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
  std::string node{};       ///< where it happens; of a message that is sent or received, none
  systems::MessageId id{};  ///< of these
  systems::Fate fate = systems::Fate::ok;
  std::int64_t arrives = 0;
  std::optional<std::int64_t> again{};
  EnvelopePtr message{};  ///< that is sent, asked or answered
  std::size_t operation = 0;
  std::string client{};
  bool silent = false;
  bool starting = false;  ///< of what is said: the node is starting, and in no activation
  std::optional<std::int64_t> back{};  ///< of a crash or a pause
  bool waits = false;                  ///< of what a client asks: the node stands still
  std::optional<std::uint64_t> said{};
  std::set<std::string> carries{};
  std::string complaints{};  ///< of a node that ended
};

}  // namespace ldfi::drive
