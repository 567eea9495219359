// The place and the span of a kind of faults, and texts about kinds. Functions that need only the
// place and the span are in spans.hpp, once for all kinds.
#pragma once

#include <cstdint>

#include "common/base/ids.hpp"

namespace ldfi {

enum class Place : std::uint8_t {
  message,  ///< messages that one node sends another node at one tick
  node,
  disk,  ///< data of one relation that one node stores
  cut    ///< between some nodes and the others
};

enum class Span : std::uint8_t {
  point,     ///< one tick, at EFF at the latest
  length,    ///< one tick and a number of ticks; EFF does not bound the fault
  interval,  ///< a first and a last tick, at EFF at the latest
  permanent  ///< all ticks from a first tick on; EFF does not bound the fault
};

/// The tick between two writes that represents all ticks between them, when the search offers a
/// fault of a disk.
enum class OfferedAt : std::uint8_t {
  latest,    ///< last tick: the tick of the second write
  earliest,  ///< first tick
  /// Last tick before the second write, or else the tick of this write.
  before_event
};

struct Disk {
  NodeId node;
  NamedId relation;
};

/// The diagnostics about the faults of a kind in a text.
struct LimitCodes {
  const char* clash;  ///< code for two faults that exclude each other
  const char* count;  ///< code for more faults than allowed
  const char* words;  ///< name of several faults: `pauses`
};

/// Words of options, configs and reports for the number of faults of a kind.
struct NumberWords {
  const char* one;        ///< name of one fault: `failed write`
  const char* many;       ///< name of several faults: `failed writes`
  const char* key;        ///< key of the number in configs: `fspec.disk.write`
  std::uint64_t largest;  ///< largest number that the option takes
  bool systems;           ///< true if real systems have such faults, too
  const char* help;       ///< help text of the option
};

/// The error about a kind that needs CrashModel::stop, without that crash model.
struct StopWords {
  const char* code;  ///< code of the diagnostic
  const char* text;  ///< statement that is true under other crash models: `no node is paused`
};

/// The shade of the nodes that a fault concerns, in pictures.
struct Shading {
  const char* fault;   ///< class of the fault
  const char* shape;   ///< class of the shaded shapes
  const char* legend;  ///< meaning of the shade: `paused`
};

/// Words of views for a fault of a disk at one tick.
struct DiskWords {
  const char* label;         ///< label before the relation: `damaged`
  const char* with_node;     ///< sentence with relation and node: `{} at {} is damaged`
  const char* without_node;  ///< sentence with the relation: `{} is damaged`
  bool harmful = true;       ///< true if the fault loses something
};

}  // namespace ldfi
