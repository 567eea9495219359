// The fault of a message that is lost [LDFI15 §2.1.1]. Written O(from,to,sent).
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

class Fspec;
class Candidates;
class FaultReader;

/// Every message from `from` to `to` sent at `sent` is lost; from ≠ to.
struct Omission {
  static constexpr char letter = 'O';
  static constexpr const char* form = "O(from,to,time)";
  static constexpr Place place = Place::message;
  static constexpr Span span = Span::point;
  static constexpr std::string_view option = "omissions";  ///< how many there may be
  static constexpr std::size_t axis = 11;                  ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "loss";      ///< its word in failure ids
  using Number = std::optional<int>;  ///< the type of their number; without a value: any number
  static constexpr NumberWords number{
      "omission",
      "omissions",
      "fspec.omissions",
      1'000'000'000,
      true,
      "how many messages may be lost: all, none or a number; everything that one node sends "
      "another at one tick counts as one message"};
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.limits.omissions; }

  NodeId from;
  NodeId to;
  Time sent;
  auto operator<=>(const Omission&) const = default;

  /// Members in the order of writing, for text, bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.from), action(self.to), action(self.sent);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    return from == to ? "an omission from a node to itself" : nullptr;
  }
  [[nodiscard]] bool loses(const Channel& c) const {
    return c.from == from && c.to == to && c.sent == sent;
  }
};

/// True if 1 ≤ sent ≤ EFF, as the EffMode reads it, and both nodes exist.
[[nodiscard]] bool admits(const Fspec& fspec, const Omission& omission);
/// `messages from a to b sent at 3 are lost`
[[nodiscard]] std::string in_words(const Omission& omission, const Fspec& fspec);
/// `lost: a → b, sent at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Omission& omission, const Fspec& fspec);

/// Adds all that the Fspec admits, in the order of fault sets.
void add_candidates(const Fspec& fspec, Candidates& out, Omission*);
/// As many as fit into one fault set, and no more than the Fspec allows.
[[nodiscard]] std::size_t most_at_once(const Fspec& fspec, Omission*);
/// Every Fspec has omissions, if only of no message.
[[nodiscard]] inline bool in_use(const Fspec&, Omission*) {
  return true;
}
/// Reads an omission from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Omission*);

}  // namespace ldfi
