// The fault of messages that arrive twice. Written U(from,to,sent,+late).
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"

namespace ldfi {

class Fspec;
class FaultReader;
struct Delay;
struct Omission;

/// Every message from `from` to `to` sent at `sent` arrives a second time, `late` ticks after it
/// would in time: at sent + 1 + late. Beside a Delay of the same messages, which is the first
/// arrival then, `late` is the greater of the two. from ≠ to, late ≥ 1.
struct Duplicate {
  static constexpr char letter = 'U';
  static constexpr const char* form = "U(from,to,time,+ticks)";

  NodeId from;
  NodeId to;
  Time sent;
  std::int32_t late = 1;
  auto operator<=>(const Duplicate&) const = default;

  /// Members in the order of writing, for text, bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.from), action(self.to), action(self.sent), action(self.late);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    if (from == to) return "a second message from a node to itself";
    return late < 1 ? "a second message that is the first" : nullptr;
  }
  [[nodiscard]] static bool loses(const Channel&) { return false; }
  [[nodiscard]] Losses losses() const { return {from, std::nullopt, Time(1), Time(0)}; }
  [[nodiscard]] static NodeState state_of(NodeId, Time) { return NodeState::up; }
  [[nodiscard]] Time first() const { return sent; }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::late, from, sent, no_relation, to, late};
  }
};

/// True if the Fspec admits that messages come so late again, both nodes exist, and they arrive by
/// EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const Duplicate& duplicate);
/// `messages from a to b sent at 3 arrive again 2 ticks later`
[[nodiscard]] std::string in_words(const Duplicate& duplicate, const Fspec& fspec);
/// `again after 2 ticks: a → b, sent at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Duplicate& duplicate, const Fspec& fspec);
/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Omission& omission, const Duplicate& duplicate);
/// As above.
[[nodiscard]] const char* excludes(const Delay& delay, const Duplicate& duplicate);
/// As above.
[[nodiscard]] const char* excludes(const Duplicate& one, const Duplicate& other);

/// True if messages may arrive twice under this Fspec.
[[nodiscard]] bool in_use(const Fspec& fspec, Duplicate*);
/// Reads a duplicate from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Duplicate*);
/// Called once all faults are read: reports the first duplicate that the Fspec does not allow.
void check_count(FaultReader& reader, Duplicate*);

}  // namespace ldfi
