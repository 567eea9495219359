// The part of an Fspec about messages that arrive late or twice. Late messages do not count as
// failures, so they may occur even after EFF, the last tick with message losses. The faults are
// defined in delay.hpp and duplicate.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/faults/channel.hpp"

namespace ldfi {

class FaultReader;
class Fspec;
struct Names;

struct Delays {
  /// Largest number of ticks by which a message may be late. If 0, no message may be late.
  int most = 0;
  std::optional<int> until{};  ///< last tick whose messages may be late; nullopt if it is EOT − 2
  /// Largest total number of ticks of all delays; nullopt if there is no limit.
  std::optional<int> budget{};
  std::optional<int> count{};  ///< largest number of delays in a fault set; nullopt if there is no
                               ///< limit
  int duplicates = 0;          ///< largest number of duplicates in a fault set
  int within = 1;              ///< largest number of ticks between the two arrivals of a duplicated
                               ///< message
  bool self = false;           ///< true if messages of a node to itself may be late
  /// True if no message overtakes an earlier one with the same sender and receiver.
  bool fifo = false;
  /// True if the messages of each relation are delayed separately. False if all messages from one
  /// node to another at one tick are delayed together.
  bool by_relation = false;
  /// Relations of the program whose messages may be late; empty unless by_relation is true.
  std::vector<std::string> relations{};
  bool operator==(const Delays&) const = default;
  /// Returns true if messages are neither late nor duplicated.
  [[nodiscard]] bool none() const { return most == 0 && duplicates == 0; }
  /// Returns the largest number of ticks between the two arrivals of a message. Returns 0 if no
  /// message may be duplicated.
  [[nodiscard]] int most_between() const { return duplicates == 0 ? 0 : within; }
  /// Returns the largest number of ticks by which a first or second arrival may be late.
  [[nodiscard]] int latest() const { return most < most_between() ? most_between() : most; }
};

/// Returns a text such as ", messages up to 3 ticks late, 1 duplicate within 2 ticks". Empty if no
/// message may be late or duplicated.
[[nodiscard]] std::string in_words(const Delays& delays);

/// Returns `messages` for no_relation, and otherwise a text such as `messages of vote`. All
/// functions from here on are private to common/faults.
[[nodiscard]] std::string messages_of(NamedId relation, const Fspec& fspec);
/// Returns the relation and a comma, such as `vote, `. Empty for no_relation.
[[nodiscard]] std::string of_relation(NamedId relation, const Fspec& fspec);
/// Returns the text between the parentheses of a fault, such as `a,b,3,+2` or `a,b,3,vote,+2`.
[[nodiscard]] std::string late_arguments(const Channel& messages, int late, const Names& names);

/// The arguments of a Delay or Duplicate that could be read from its text.
struct ReadLate {
  std::optional<NodeId> from;
  std::optional<NodeId> to;
  std::optional<Time> sent;
  NamedId relation = no_relation;
  std::optional<int> late;
  [[nodiscard]] bool whole() const { return from && to && sent && late; }
};
/// Reads the arguments of a fault, up to and including the closing parenthesis. Reports every
/// problem. `most` is the largest number of ticks that the Fspec allows, and `told` its name in
/// error messages.
[[nodiscard]] ReadLate read_late(FaultReader& reader, int most, const char* told);

}  // namespace ldfi
