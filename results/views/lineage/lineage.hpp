// Lineage as a graph for people: goals, the rules and messages that connect them, and absent goals
// with the reason. explain() builds it. It is drawn as text, DOT or SVG.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ldfi::results {

struct LineageNode {
  enum class Kind : std::uint8_t {
    goal,     ///< a tuple that holds
    given,    ///< a fact of the program
    absent,   ///< a tuple that does not hold
    rule,     ///< a rule that fired
    message,  ///< an async rule that fired: a message that arrived
    blocked,  ///< a rule that does not fire here, with the reason
    fault     ///< a fault, such as a lost message or a crash
  };
  Kind kind = Kind::goal;
  std::vector<std::string> lines;  ///< texts of the box, never shortened
  std::string details;             ///< text of the tooltip; may be empty
  bool root = false;
  std::string fault{};  ///< written form of a fault; empty for other nodes
  /// Goals and absences have `tuple` and the ticks `first` to `last`. Messages and faults have two
  /// nodes and the tick of sending. For a crash, `from` is the node, `first` is the tick, and `to`
  /// is empty.
  std::string tuple;
  std::string from;
  std::string to;
  int first = 0;
  int last = 0;
  bool sends = false;  ///< true for a blocked @async rule
  bool observes =
      false;  ///< true for a blocked rule that excludes a fault's tuple, such as crash(_, N, _)
};

struct Lineage {
  std::vector<LineageNode> nodes;
  /// Each edge leads from a node to what it supports. The reason of an absence supports the
  /// absence.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::string> notes;  ///< sentences about what the graph does not show
  /// False if the graph was cut off because it would have become too large.
  bool whole = true;
};

/// Returns the kind as a word: goal, given, absent, rule, message, blocked, fault.
std::string kind_name(LineageNode::Kind kind);

}  // namespace ldfi::results
