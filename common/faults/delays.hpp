// The part of an Fspec about messages that arrive late or twice. Late messages are asynchrony:
// they are not failures, so EFF does not end them. The faults are in delay.hpp and duplicate.hpp.
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
  int most = 0;                 ///< largest lateness of a message in ticks; 0: no message is late
  std::optional<int> until{};   ///< last tick whose messages may be late; nullopt: EOT − 2
  std::optional<int> budget{};  ///< largest sum of the ticks of all delays
  std::optional<int> count{};   ///< largest number of delays in a fault set
  int duplicates = 0;           ///< largest number of duplicates in a fault set
  int within = 1;               ///< largest lateness of a second arrival in ticks
  bool self = false;            ///< true if messages of a node to itself may be late
  bool fifo = false;  ///< true if no message overtakes another message of its sender and receiver
  /// True if the messages of one relation are late on their own. False if all messages that a
  /// node sends another node at one tick are late together.
  bool by_relation = false;
  /// Relations of the program that may be late; empty unless by_relation.
  std::vector<std::string> relations{};
  bool operator==(const Delays&) const = default;
  /// True if each message arrives at the next tick, once, or never.
  [[nodiscard]] bool none() const { return most == 0 && duplicates == 0; }
  /// Returns the largest lateness of a second arrival in ticks; 0 without duplicates.
  [[nodiscard]] int most_between() const { return duplicates == 0 ? 0 : within; }
  /// Returns the largest lateness of any arrival in ticks.
  [[nodiscard]] int latest() const { return most < most_between() ? most_between() : most; }
};

/// Returns a text such as ", messages up to 3 ticks late, 1 duplicate within 2 ticks". Empty if
/// no message is late.
[[nodiscard]] std::string in_words(const Delays& delays);

/// Returns `messages`, or a text such as `messages of vote`. Private to common/faults, like all
/// functions below.
[[nodiscard]] std::string messages_of(NamedId relation, const Fspec& fspec);
/// Returns the relation and a comma, such as `vote, `, or an empty text for no_relation.
[[nodiscard]] std::string of_relation(NamedId relation, const Fspec& fspec);
/// Returns the text between the parentheses of a fault, such as `a,b,3,+2` or `a,b,3,vote,+2`.
[[nodiscard]] std::string late_arguments(const Channel& messages, int late, const Names& names);

/// The arguments of a Delay or Duplicate, as far as they could be read.
struct ReadLate {
  std::optional<NodeId> from;
  std::optional<NodeId> to;
  std::optional<Time> sent;
  NamedId relation = no_relation;
  std::optional<int> late;
  [[nodiscard]] bool whole() const { return from && to && sent && late; }
};
/// Reads the arguments of a fault whose opening parenthesis was read before, up to the closing
/// one. Reports every problem. `most` is the largest lateness that the Fspec admits; messages
/// call it `told`.
[[nodiscard]] ReadLate read_late(FaultReader& reader, int most, const char* told);

}  // namespace ldfi
