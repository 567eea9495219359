// What an Fspec says of messages that arrive late, or twice: asynchrony, which is not a failure and
// does not end with EFF. The faults are delay.hpp and duplicate.hpp.
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
  int most = 0;                 ///< by how many ticks a message is late at most; 0: none is
  std::optional<int> until{};   ///< the last tick whose messages may be late; nothing: EOT − 2
  std::optional<int> budget{};  ///< by how many ticks all of them are late together, at most
  std::optional<int> count{};   ///< how many Delay a fault set has at most
  int duplicates = 0;           ///< how many Duplicate a fault set has at most
  int within = 1;               ///< by how many ticks a second arrival is late at most
  bool self = false;            ///< what a node sends itself may be late, too
  bool fifo = false;            ///< no message overtakes another one of its sender and receiver
  /// What a node sends another at a tick is late relation by relation, and not all of it together.
  bool by_relation = false;
  std::vector<std::string> relations{};  ///< these, of the program; empty unless by_relation
  bool operator==(const Delays&) const = default;
  /// True if each message arrives at the next tick, once, or never.
  [[nodiscard]] bool none() const { return most == 0 && duplicates == 0; }
  /// By how many ticks a second arrival is late at most; 0: there is none.
  [[nodiscard]] int most_between() const { return duplicates == 0 ? 0 : within; }
  /// By how many ticks anything is late at most.
  [[nodiscard]] int latest() const { return most < most_between() ? most_between() : most; }
};

/// ", messages up to 3 ticks late, 1 duplicate within 2 ticks". Empty if nothing is late.
[[nodiscard]] std::string in_words(const Delays& delays);

/// `messages`, or `messages of vote`. Private to common/faults, as all below.
[[nodiscard]] std::string messages_of(NamedId relation, const Fspec& fspec);
/// Nothing, or `vote, `.
[[nodiscard]] std::string of_relation(NamedId relation, const Fspec& fspec);
/// `a,b,3,+2`, or `a,b,3,vote,+2`.
[[nodiscard]] std::string late_arguments(const Channel& messages, int late, const Names& names);

/// All that one node sends another at one tick, or all of a relation, and how late it is, as they are
/// read.
struct ReadLate {
  std::optional<NodeId> from;
  std::optional<NodeId> to;
  std::optional<Time> sent;
  NamedId relation = no_relation;
  std::optional<int> late;
  [[nodiscard]] bool whole() const { return from && to && sent && late; }
};
/// Reads them from behind the opening parenthesis up to the closing one; reports what is wrong.
/// `most` is the largest lateness that the Fspec admits, of what is `told` so.
[[nodiscard]] ReadLate read_late(FaultReader& reader, int most, const char* told);

}  // namespace ldfi
