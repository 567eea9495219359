// The only list of the kinds of faults of real systems. Each kind has a file in
// common/systems/faults/kinds. The file defines what the fault hits, how it is written, its limits
// in configs and recordings, and when an Fspec admits it. The effect of faults is produced in
// worker/drive and checked in course.hpp.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/faults/kind_list.hpp"
#include "common/systems/faults/kinds/crash.hpp"
#include "common/systems/faults/kinds/cut.hpp"
#include "common/systems/faults/kinds/delay.hpp"
#include "common/systems/faults/kinds/duplicate.hpp"
#include "common/systems/faults/kinds/hang.hpp"
#include "common/systems/faults/kinds/loss.hpp"
#include "common/systems/faults/kinds/pause.hpp"
#include "common/systems/faults/kinds/reset.hpp"
#include "common/systems/faults/kinds/restart.hpp"

namespace ldfi::systems {

/// All kinds of faults. Lists of faults have this order. It also decides which of two equally large
/// fault sets a search tries first.
using Fault = std::variant<Loss, Crash, Restart, Delay, Duplicate, Cut, Pause, Reset, Hang>;

/// The members that each kind of fault must have. Further members are optional. A kind whose faults
/// have a length has `lengths(limits)` and `length()`. A fault with a greater length contains the
/// same fault with a shorter one. `contradicts(faults)` returns true if `faults` has a fault of
/// another kind that excludes this one. `misfit(plan)` returns why a system cannot have such
/// faults. `abilities(limits)` replaces `ability`. `can_hit(where)` returns false if no fault of the
/// kind can hit this message.
template <class Kind>
concept FaultKind = requires(const Kind& fault, const typename Kind::Limits& limits,
                             const Fspec& fspec, std::vector<std::string>& out) {
  { Kind::letter } -> std::convertible_to<char>;  // first letter of the fault's text
  {
    Kind::place
    } -> std::convertible_to<Place>;  // what the fault hits: a message, a node or a
                                      // border
  // Name of the kind in options for weights, such as `delays`.
  { Kind::weight } -> std::convertible_to<std::string_view>;
  // Words that follow a number of faults in messages, such as "messages are late".
  { Kind::exceeding } -> std::convertible_to<std::string_view>;
  // Examples of the fault's text, for messages.
  { Kind::forms } -> std::convertible_to<std::string_view>;
  // The kind's limits in the Fspec, the key of these limits in configs, and one row for each limit,
  // see limit_rows.hpp.
  { limits == limits } -> std::same_as<bool>;
  { Kind::key } -> std::convertible_to<LimitKey>;
  Kind::rows;
  // The largest number of faults of this kind in a fault set. Nullopt if there is no limit.
  { Kind::most(limits) } -> std::same_as<std::optional<std::uint64_t>>;
  // The message, activation, moment or border that the fault hits. A fault set has at most one
  // fault of a kind for each of them.
  { fault.where() } -> std::same_as<const typename Kind::Where&>;
  // The text of the fault between the parentheses, and a function that reads this text. The
  // function returns nullopt for any other text.
  { fault.arguments() } -> std::same_as<std::string>;
  { Kind::read(std::string_view()) } -> std::same_as<std::optional<Kind>>;
  // Adds a sentence to `out` for each reason why the Fspec does not admit the fault.
  fault.object(fspec, out);
};

inline constexpr std::size_t kind_count = std::variant_size_v<Fault>;

/// Calls `action` with a null pointer of each kind of fault, in the order of Fault. The pointer
/// only passes the type.
template <class Action>
constexpr void each_kind(Action action) {
  each_kind_in<Fault>(action);
}

/// Index of the kind in the list of all kinds.
template <FaultKind Kind>
inline constexpr std::size_t index_of = index_in<Kind, Fault>;

/// A map with one value for each kind of fault.
template <class T>
using KindMap = KindMapOf<T, Fault>;

/// For each kind of fault, its name in options for weights, such as `delays`.
inline constexpr std::array<std::string_view, kind_count> kind_names = [] {
  std::array<std::string_view, kind_count> out;
  each_kind([&]<class Kind>(Kind*) { out[index_of<Kind>] = Kind::weight; });
  return out;
}();

/// The limits of all kinds of faults together: the members of all their structs `Limits`.
template <class... Kinds>
struct LimitsOf : Kinds::Limits... {
  bool operator==(const LimitsOf&) const = default;
};
template <class... Kinds>
LimitsOf<Kinds...> limits_of(const std::variant<Kinds...>*);
using KindLimits = decltype(limits_of(static_cast<const Fault*>(nullptr)));

/// True if faults of this kind have a length.
template <class Kind>
inline constexpr bool has_lengths = requires(const typename Kind::Limits& limits) {
  Kind::lengths(limits);
};

/// Returns true if the limits allow at least one fault of this kind.
template <class Kind>
[[nodiscard]] bool admits_some(const typename Kind::Limits& limits) {
  if constexpr (has_lengths<Kind>) {
    if (Kind::lengths(limits).empty()) return false;
  }
  return Kind::most(limits) != 0U;
}

/// Returns false if no fault of this kind can hit `where`, whatever the limits are.
template <class Kind>
[[nodiscard]] bool may_hit(const typename Kind::Where& where) {
  if constexpr (requires { Kind::can_hit(where); }) return Kind::can_hit(where);
  return true;
}

/// Calls `action` with each fault of this kind that may hit `where`, one for each length that the
/// limits admit.
template <class Kind, class Action>
void each_fault_at(const typename Kind::Where& where, const typename Kind::Limits& limits,
                   Action action) {
  if (Kind::most(limits) == 0U || !may_hit<Kind>(where)) return;
  if constexpr (has_lengths<Kind>) {
    for (const auto length : Kind::lengths(limits)) action(Kind{where, length});
  } else {
    action(Kind{where});
  }
}

/// Calls `action` with a null pointer of each kind of fault that hits messages, nodes or borders,
/// as `place` says. The pointer only passes the type.
template <Place place, class Action>
constexpr void each_kind_of(Action action) {
  each_kind([&]<class Kind>(Kind* kind) {
    if constexpr (Kind::place == place) action(kind);
  });
}

/// Returns the text of a fault, such as `O(n0,n2,gossip#0)`.
[[nodiscard]] std::string to_text(const Fault& fault);
/// Returns the fault with this text. Returns nullopt if the text is not a fault.
[[nodiscard]] std::optional<Fault> read_fault(std::string_view text);

}  // namespace ldfi::systems
