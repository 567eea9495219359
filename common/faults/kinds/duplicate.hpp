// The fault of messages that arrive twice. Written U(from,to,sent,+late), or
// U(from,to,sent,relation,+late) of the messages of one relation.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

class FaultReader;
class Fspec;
struct FaultTick;
struct Names;
struct Delay;
struct Omission;

/// Every message from `from` to `to` sent at `sent`, or every one of `relation`, arrives a second time, `late` ticks after it
/// would in time: at sent + 1 + late. Beside a Delay of the same messages, which is the first
/// arrival then, `late` is the greater of the two. late ≥ 1.
struct Duplicate {
  static constexpr char letter = 'U';
  static constexpr const char* form = "U(from,to,time,+ticks), U(from,to,time,relation,+ticks)";
  static constexpr Place place = Place::message;
  static constexpr Span span = Span::length;
  static constexpr std::string_view option = "duplicates";  ///< how many there may be
  static constexpr std::size_t axis = 10;                   ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "twice";      ///< its word in failure ids
  using Number = int;                                       ///< the type of their number
  static constexpr NumberWords number{
      "duplicate", "duplicates", "fspec.duplicates",
      1'000'000,   true,         "how many messages may arrive a second time"};
  static constexpr LimitCodes codes{"fault-duplicate", "fault-duplicates", "duplicates"};
  /// By how many ticks a second arrival is late at most; 0 if there may be none.
  static int latest(const auto& delays) { return delays.most_between(); }
  /// The limit of the ticks of all of them together, if there is one.
  static std::optional<int> in_all(const auto&) { return std::nullopt; }
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.delays.duplicates; }

  NodeId from;
  NodeId to;
  Time sent;
  std::int32_t late = 1;
  NamedId relation = no_relation;  ///< of these messages alone; no_relation: of all
  bool operator==(const Duplicate&) const = default;
  /// The relation before the ticks.
  std::strong_ordering operator<=>(const Duplicate& other) const {
    return std::tie(from, to, sent, relation, late) <=>
           std::tie(other.from, other.to, other.sent, other.relation, other.late);
  }

  /// Members in the order of writing, for bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.from), action(self.to), action(self.sent), action(self.relation), action(self.late);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    return late < 1 ? "a second message that is the first" : nullptr;
  }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::late, from, sent, relation, to, late};
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
};

/// True if the Fspec admits that messages come so late again, both nodes exist, and they arrive by
/// EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const Duplicate& duplicate);
/// `messages from a to b sent at 3 arrive again 2 ticks later`
[[nodiscard]] std::string in_words(const Duplicate& duplicate, const Fspec& fspec);
/// `again after 2 ticks: a → b, sent at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Duplicate& duplicate, const Fspec& fspec);
/// `a,b,3,+2`: what stands between the parentheses.
[[nodiscard]] std::string arguments(const Duplicate& duplicate, const Names& names);
/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Omission& omission, const Duplicate& duplicate);
/// As above.
[[nodiscard]] const char* excludes(const Delay& delay, const Duplicate& duplicate);
/// As above.
[[nodiscard]] const char* excludes(const Duplicate& one, const Duplicate& other);

/// Reads a duplicate from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Duplicate*);

}  // namespace ldfi
