// Lineage as a graph for people: goals that hold, the rules and messages that connect them, and goals that do
// not hold, with the reason. explain() makes it. It is drawn as text, DOT or SVG.
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
    message,  ///< a rule that fired and sent a message that arrived
    blocked,  ///< a rule that does not fire in this execution, with the reason
    fault     ///< a fault, such as a lost message or a crash
  };
  Kind kind = Kind::goal;
  std::vector<std::string> lines;  ///< lines of the node's text, never shortened
  std::string details;             ///< text of the tooltip; may be empty
  bool root = false;
  std::string fault{};  ///< written form of a fault; empty for other nodes
  /// Goals that hold or do not hold have `tuple` and the ticks `first` to `last`. Messages and faults have
  /// the sender and the receiver in `from` and `to`, and the tick of sending in `first`. A crash has the node
  /// in `from`, the tick in `first`, and an empty `to`.
  std::string tuple;
  std::string from;
  std::string to;
  int first = 0;
  int last = 0;
  bool sends = false;  ///< true for an @async rule that does not fire
  /// True if the rule does not fire because a fault made a fact hold, as for notin crash(_, N, _).
  bool observes = false;
};

struct Lineage {
  std::vector<LineageNode> nodes;
  /// Edges. Each leads from a node to a node that follows from it. An absence follows from its reason.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::string> notes;  ///< sentences about what the graph does not show
  /// False if the graph was cut off because it would have become too large.
  bool whole = true;
};

/// Returns the kind as a word: goal, given, absent, rule, message, blocked, fault.
std::string kind_name(LineageNode::Kind kind);

}  // namespace ldfi::results
