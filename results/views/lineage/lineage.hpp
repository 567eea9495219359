// Lineage: a graph that explains an execution to people. It has the tuples that hold, the rules and
// messages that derive them, and the tuples that do not hold, with the reason. explain() makes it.
// Other files draw it as text, DOT or SVG.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ldfi::results {

struct LineageNode {
  enum class Kind : std::uint8_t {
    goal,     ///< a tuple that holds
    given,    ///< a fact that the program states
    absent,   ///< a tuple that does not hold
    rule,     ///< a rule that fired
    message,  ///< a rule that fired and sent a message that arrived
    blocked,  ///< a rule that does not fire in this execution, and the reason
    fault     ///< a fault, such as a lost message or a crash
  };
  Kind kind = Kind::goal;
  std::vector<std::string> lines;  ///< lines of the node's text, never shortened
  std::string details;             ///< text of the tooltip; may be empty
  bool root = false;
  std::string fault{};  ///< written form of a fault; empty for other nodes
  /// For a tuple that holds or does not hold: the tuple, in `tuple`, and its ticks, from `first` to
  /// `last`. For a message or a lost message: sender and receiver in `from` and `to`, and the tick
  /// of sending in `first`. For a crash: the node in `from`, and the tick in `first`.
  std::string tuple;
  std::string from;
  std::string to;
  int first = 0;
  int last = 0;
  bool sends = false;  ///< true for a rule that would send a message (@async) but does not fire
  /// True if the rule does not fire because it reads that a fault happened, as with notin crash(_,
  /// N, _).
  bool observes = false;
};

struct Lineage {
  std::vector<LineageNode> nodes;
  /// Edges from a node to a node that follows from it. The absence of a tuple follows from its
  /// reason.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::string> notes;  ///< sentences about what the graph leaves out
  /// False if nodes were left out because the graph would have become too large.
  bool whole = true;
};

/// Returns the kind as the word by which it is named above.
std::string kind_name(LineageNode::Kind kind);

}  // namespace ldfi::results
