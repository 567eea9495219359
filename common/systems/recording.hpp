// One execution of a real system, as somebody recorded it: docs/TRACES.md says how it is written.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/systems/faults.hpp"

namespace ldfi::systems {

enum class EventKind : std::uint8_t { send, recv, timer, crash, restart, exit, invoke, answer };

/// What became of a message: it arrives (or would, after the end), is lost by a fault, finds its
/// receiver down, or is delayed or doubled by a fault, and arrives or not.
enum class Fate : std::uint8_t { ok, lost, dead, late, doubled };

struct Event {
  EventKind kind = EventKind::send;
  std::int64_t time = 0;                       ///< nanoseconds from the start of the execution
  MessageId message{};                         ///< of send and recv
  std::string node{};                          ///< where it happens; of a return perhaps none
  Fate fate = Fate::ok;                        ///< of a send
  std::optional<std::int64_t> arrives{};       ///< of a send, if it is known
  std::optional<std::int64_t> again{};         ///< of a send that is doubled: the second time
  std::optional<std::uint64_t> said_before{};  ///< of a crash in the middle of an activation: in it
  std::optional<std::int64_t> back{};  ///< of a crash that is not for good: when the node restarts
  std::vector<std::string> carries{};  ///< of send and invoke: which values of clients are in it
  bool silent = false;  ///< of a recv: it changed nothing in the node, which said nothing
  /// All that the line says, but for what another fate of this very event would change. Two
  /// executions of a deterministic system agree in it until a fate differs.
  std::string said{};
  int line = 0;
};

enum class Result : std::uint8_t {
  pass,
  fail,
  vacuous,  ///< nothing was promised: it passes, and says little
  invalid   ///< the harness or a node misbehaved: nothing follows from it
};

struct Recording {
  FileId file{};
  std::string name;  ///< of its file
  std::string
      system;  ///< what was executed: recordings of different systems have nothing in common
  std::string seed;
  /// False: executions are not the same each time, so nothing follows from one that passed.
  bool deterministic = true;
  Fspec fspec;
  FaultSet faults;  ///< that were asked for
  std::vector<Event> events;
  Result result = Result::pass;
  std::vector<std::string> violated;
  std::string why;  ///< it is invalid, if somebody said so (`x_why`)
};

}  // namespace ldfi::systems
