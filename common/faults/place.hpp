// Where a kind of fault happens, and how long. What follows from both alone is in spans.hpp, once
// for all kinds.
#pragma once

#include <cstdint>

#include "common/base/ids.hpp"

namespace ldfi {

enum class Place : std::uint8_t {
  message,  ///< what one node sends another at one tick
  node,
  disk,  ///< what one node keeps of one relation
  cut    ///< between some nodes and the others
};

enum class Span : std::uint8_t {
  point,     ///< at one tick, by EFF
  length,    ///< at one tick, and by a number of ticks; EFF does not bound it
  interval,  ///< from one tick to another, by EFF
  permanent  ///< from one tick on; EFF does not bound it
};

/// Which tick between two writes stands for all of them, where a fault of a disk is offered.
enum class OfferedAt : std::uint8_t {
  latest,       ///< the last one, that of the second write
  earliest,     ///< the first one
  before_event  ///< the last one before the second write, or else that of the write
};

struct Disk {
  NodeId node;
  NamedId relation;
};

/// The diagnostics about the faults of a kind in a text.
struct LimitCodes {
  const char* clash;  ///< the code of two that exclude each other
  const char* count;  ///< the code of more than there may be
  const char* words;  ///< what they are: `pauses`
};

/// How options, configs and reports speak of the number of faults of a kind.
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
  const char* text;  ///< what does not happen with other crash models: `no node is paused`
};

/// How pictures shade the nodes that a fault concerns, as long as it lasts.
struct Shading {
  const char* fault;   ///< class of the fault
  const char* shape;   ///< class of the shaded shapes
  const char* legend;  ///< what the shade means: `paused`
};

/// How views tell of a fault of a disk at one tick.
struct DiskWords {
  const char* label;         ///< `damaged`, before the relation
  const char* with_node;     ///< `{} at {} is damaged`, with the relation and the node
  const char* without_node;  ///< `{} is damaged`, with the relation
  bool harmful = true;       ///< something is lost
};

}  // namespace ldfi
