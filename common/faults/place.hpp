// Properties of kinds of faults: the place says what a fault hits, and the span says how long the
// fault lasts. Also the texts about a kind. Functions that need only place and span are in
// spans.hpp.
#pragma once

#include <cstdint>

#include "common/base/ids.hpp"

namespace ldfi {

enum class Place : std::uint8_t {
  message,  ///< messages that one node sends to another at one tick
  node,
  disk,  ///< data of one relation that one node stores on its disk
  cut    ///< the network between some nodes and all others
};

enum class Span : std::uint8_t {
  point,     ///< one tick, not after EFF (the end of message losses)
  length,    ///< one tick and a number of ticks, which may end after EFF
  interval,  ///< a first and a last tick, not after EFF
  permanent  ///< all ticks from a first tick on, which may be after EFF
};

/// A fault of a disk has the same effect at all ticks between two writes. This is the tick that a
/// search tries for all of them.
enum class OfferedAt : std::uint8_t {
  latest,    ///< the tick of the second write
  earliest,  ///< the first of these ticks
  /// The last tick before the second write, or the tick of the second write if there is no tick
  /// before.
  before_event
};

/// Parts of ldfi-farm that do not support every kind of fault. Each part refuses a kind whose
/// `support` lacks its bit.
enum class Support : std::uint8_t {
  none = 0,
  count = 1,          ///< the option --count
  every_eot = 2,      ///< the option --forever
  schedules = 4,      ///< the options --minimise and --replay-schedule
  late_messages = 8,  ///< Fspecs with late messages; some kinds need another crash model than such
                      ///< an Fspec allows
  certificates = 16,
};
[[nodiscard]] constexpr Support operator|(Support one, Support other) {
  return static_cast<Support>(static_cast<std::uint8_t>(one) | static_cast<std::uint8_t>(other));
}

struct Disk {
  NodeId node;
  NamedId relation;
};

/// The codes and words of error messages about the faults of one kind.
struct LimitCodes {
  const char* clash;  ///< code of the error about two faults that exclude each other
  const char* count;  ///< code for more faults than the limit allows
  const char* words;  ///< words for several faults, such as `pauses`
};

/// The words about the number of faults of a kind in options, configs and reports.
struct NumberWords {
  const char* one;        ///< words for one fault, such as `failed write`
  const char* many;       ///< words for several faults, such as `failed writes`
  const char* key;        ///< key of the number in configs, such as `fspec.disk.write`
  std::uint64_t largest;  ///< largest number that the option accepts
  bool systems;           ///< true if real systems may have such faults, too
  const char* help;       ///< help text of the option
};

/// The texts of the error for a kind of faults that requires CrashModel::stop.
struct StopWords {
  const char* code;  ///< code of the error
  /// Statement that is true under other crash models, such as `no node is paused`.
  const char* text;
};

/// How pictures shade a node while a fault lasts.
struct Shading {
  const char* fault;   ///< CSS class of the group that shows the fault
  const char* shape;   ///< CSS class of the shaded shapes
  const char* legend;  ///< meaning of the shade for readers, such as `paused`
};

/// The words of reports about a fault of a disk at one tick.
struct DiskWords {
  const char* label;         ///< label that precedes the name of the relation: `damaged`
  const char* with_node;     ///< sentence with the relation and the node: `{} at {} is damaged`
  const char* without_node;  ///< sentence with the relation only: `{} is damaged`
  bool harmful = true;       ///< true if the fault loses data
};

}  // namespace ldfi
