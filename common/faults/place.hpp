// The place and the span of a kind of faults, and texts about kinds. The place says what a fault
// hits, and the span says how long a fault lasts. Functions that need only the place and the span
// are in spans.hpp.
#pragma once

#include <cstdint>

#include "common/base/ids.hpp"

namespace ldfi {

enum class Place : std::uint8_t {
  message,  ///< messages that one node sends another node at one tick
  node,
  disk,  ///< data of one relation that one node stores
  cut    ///< the network between some nodes and all others
};

enum class Span : std::uint8_t {
  point,     ///< one tick, at EFF at the latest
  length,    ///< one tick and a number of ticks, which may end after EFF
  interval,  ///< a first and a last tick, at EFF at the latest
  permanent  ///< all ticks from a first tick on, which may be after EFF
};

/// Which tick between two writes the search tries for a fault of a disk. It stands for all ticks
/// between the two writes.
enum class OfferedAt : std::uint8_t {
  latest,    ///< the tick of the second write
  earliest,  ///< first tick
  /// Last tick before the second write, or the tick of this write if there is none before it.
  before_event
};

/// Parts of the program that do not support every kind of fault. Each of them refuses a kind whose
/// `support` lacks its bit.
enum class Support : std::uint8_t {
  none = 0,
  count = 1,          ///< --count
  every_eot = 2,      ///< --forever
  schedules = 4,      ///< --minimise and --replay-schedule
  late_messages = 8,  ///< Fspecs in which messages may be late; some need another crash model
  certificates = 16,
};
[[nodiscard]] constexpr Support operator|(Support one, Support other) {
  return static_cast<Support>(static_cast<std::uint8_t>(one) | static_cast<std::uint8_t>(other));
}

struct Disk {
  NodeId node;
  NamedId relation;
};

/// The diagnostics about the faults of one kind in a text.
struct LimitCodes {
  const char* clash;  ///< code for two faults that exclude each other
  const char* count;  ///< code for more faults than allowed
  const char* words;  ///< name of several faults: `pauses`
};

/// The words of options, configs and reports about the number of faults of a kind.
struct NumberWords {
  const char* one;        ///< name of one fault: `failed write`
  const char* many;       ///< name of several faults: `failed writes`
  const char* key;        ///< key of the number in configs: `fspec.disk.write`
  std::uint64_t largest;  ///< largest number that the option takes
  bool systems;           ///< true if real systems have such faults, too
  const char* help;       ///< help text of the option
};

/// The texts of the error for a kind of faults that requires CrashModel::stop.
struct StopWords {
  const char* code;  ///< code of the diagnostic
  /// Statement that is true under other crash models, such as `no node is paused`.
  const char* text;
};

/// How pictures shade the nodes of a fault.
struct Shading {
  const char* fault;   ///< class of the fault
  const char* shape;   ///< CSS class of the shaded shapes
  const char* legend;  ///< meaning of the shade: `paused`
};

/// The words of views about a fault of a disk at one tick.
struct DiskWords {
  const char* label;         ///< label before the relation: `damaged`
  const char* with_node;     ///< sentence with relation and node: `{} at {} is damaged`
  const char* without_node;  ///< sentence with the relation: `{} is damaged`
  bool harmful = true;       ///< true if the fault loses data
};

}  // namespace ldfi
