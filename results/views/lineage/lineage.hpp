// Lineage as a graph for people: goals, the rules and messages that connect them, and what is
// absent, with the reason. explain() makes it; it is drawn as text, DOT or SVG.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ldfi::results {

struct LineageNode {
  enum class Kind : std::uint8_t {
    goal,     ///< holds
    given,    ///< a fact of the program
    absent,   ///< does not hold
    rule,     ///< a rule that fired
    message,  ///< an async rule that fired: a message that arrived
    blocked,  ///< a rule that does not fire here, with what keeps it from firing
    fault     ///< a lost message or a crash
  };
  Kind kind = Kind::goal;
  std::vector<std::string> lines;  ///< never shortened
  std::string details;             ///< the tooltip; may be empty
  bool root = false;
  std::string fault{};  ///< of a fault: its written form
  /// Goals and absences have `tuple` and the ticks `first` to `last`. Messages and faults have the
  /// nodes and the tick of sending; for a crash, `from` is the node, `first` the tick, and `to` is
  /// empty.
  std::string tuple;
  std::string from;
  std::string to;
  int first = 0;
  int last = 0;
  bool sends = false;  ///< true for a blocked @async rule
  bool observes =
      false;  ///< true for a blocked rule that excludes a fault's tuple, as crash(_, N, _)
};

struct Lineage {
  std::vector<LineageNode> nodes;
  /// Each edge leads from support to what it supports; the reason of an absence supports it.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::string> notes;  ///< what the graph does not show, in sentences
  bool whole = true;               ///< false if it ends early, since it would have become too large
};

/// The kind as a word: goal, given, absent, rule, message, blocked, fault.
std::string kind_name(LineageNode::Kind kind);

}  // namespace ldfi::results
