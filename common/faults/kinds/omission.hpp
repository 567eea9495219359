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
class FaultReader;

/// Every message from `from` to `to` that is sent at the tick `sent` is lost; from ≠ to.
struct Omission {
  static constexpr char letter = 'O';
  static constexpr const char* form = "O(from,to,time)";
  static constexpr Place place = Place::message;
  static constexpr Span span = Span::point;
  /// Option that limits the number of omissions.
  static constexpr std::string_view option = "omissions";
  static constexpr std::size_t axis = 11;  ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "loss";
  using Number = std::optional<int>;  ///< type of the limit of such faults; nullopt if there is no
                                      ///< limit
  static constexpr NumberWords number{
      "omission",
      "omissions",
      "fspec.omissions",
      1'000'000'000,
      true,
      "how many messages may be lost: all, none or a number; everything that one node sends "
      "another at one tick counts as one message"};
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::count | Support::every_eot | Support::schedules |
                                     Support::late_messages | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of omissions.
  static auto& most(auto& fspec) { return fspec.limits.omissions; }

  NodeId from;
  NodeId to;
  Time sent;
  auto operator<=>(const Omission&) const = default;

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.from), action(self.to), action(self.sent);
  }
  /// Returns the reason why no fault set may contain this omission, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    return from == to ? "sender and receiver of an omission differ" : nullptr;
  }
  [[nodiscard]] bool loses(const Channel& c) const {
    return c.from == from && c.to == to && c.sent == sent;
  }
};

/// Returns true if both nodes exist, the Fspec allows this loss, and 1 ≤ sent ≤ EFF. With
/// EffMode::exclusive, EFF itself is not allowed.
[[nodiscard]] bool admits(const Fspec& fspec, const Omission& omission);
/// Returns a sentence such as `messages from a to b sent at 3 are lost`.
[[nodiscard]] std::string in_words(const Omission& omission, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `lost: a → b, sent at 3`.
[[nodiscard]] std::string as_cause(const Omission& omission, const Fspec& fspec);

/// Returns true, because fault sets may always name omissions. If the Fspec allows none, another
/// check reports it.
[[nodiscard]] inline bool in_use(const Fspec&, Omission*) {
  return true;
}
/// Reads an omission after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, Omission*);

}  // namespace ldfi
