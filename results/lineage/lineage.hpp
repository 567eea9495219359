// Lineage as a graph to look at: goals, the rules and messages that connect them, and what is
// absent, with the reason. Made by explain(), drawn as text, DOT or SVG.
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
    blocked,  ///< a rule that fired in the good run, and cannot here
    fault     ///< a lost message or a crash
  };
  Kind kind = Kind::goal;
  std::vector<std::string> lines;  ///< never shortened
  std::string details;             ///< what one pointing at it wants to know, or empty
  bool root = false;
  /// Of goals and absences: the tuple, and the ticks it is about. Of messages and faults: the nodes
  /// and when it was sent, or the node that crashed and when (`to` is then empty).
  std::string tuple;
  std::string from;
  std::string to;
  int first = 0;
  int last = 0;
};

struct Lineage {
  std::vector<LineageNode> nodes;
  /// From what supports to what is supported; a reason why not supports an absence.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::string> notes;  ///< what the graph does not show, in sentences
};

/// The kind as a word: goal, given, absent, rule, message, blocked, fault.
std::string kind_name(LineageNode::Kind kind);

}  // namespace ldfi::results
