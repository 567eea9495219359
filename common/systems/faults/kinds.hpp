// The only list of the kinds of faults of real systems. Each kind has a file in
// common/systems/faults/kinds, which defines what the fault hits, its text, its limits with their
// keys in configs and recordings, and when an Fspec admits it. course.hpp determines its effect on
// an execution, and worker/drive produces that effect.
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
#include "common/systems/faults/kinds/loss.hpp"
#include "common/systems/faults/kinds/pause.hpp"
#include "common/systems/faults/kinds/restart.hpp"

namespace ldfi::systems {

/// All kinds of faults. Texts list faults in this order, which also decides which fault set a
/// search tries first.
using Fault = std::variant<Loss, Crash, Restart, Delay, Duplicate, Cut, Pause>;

/// The members of each kind of fault. Some more are optional. A kind whose faults have a length has
/// `lengths(limits)` and `length()`; a fault with a greater length contains the same fault with a
/// shorter one. `contradicts(faults)` returns true if `faults` has a fault of another kind that
/// excludes this one. `misfit(plan)` returns why a system cannot have such faults.
/// `abilities(limits)` replaces `ability`.
template <class Kind>
concept FaultKind = requires(const Kind& fault, const typename Kind::Limits& limits,
                             const Fspec& fspec, std::vector<std::string>& out) {
  { Kind::letter } -> std::convertible_to<char>;  // first letter of the fault's text
  { Kind::place } -> std::convertible_to<Place>;  // kind of the thing that the fault hits
  // Name of the kind in options for weights, such as `delays`.
  { Kind::weight } -> std::convertible_to<std::string_view>;
  // Words that follow a number of faults in messages.
  { Kind::exceeding } -> std::convertible_to<std::string_view>;
  // Examples of the fault's text, for messages.
  { Kind::forms } -> std::convertible_to<std::string_view>;
  // The part of the Fspec about this kind, the key of this part, and the rows of its keys, see
  // limit_rows.hpp.
  { limits == limits } -> std::same_as<bool>;
  { Kind::key } -> std::convertible_to<LimitKey>;
  Kind::rows;
  // The largest number of faults of this kind in a fault set. Nullopt if there is no limit.
  { Kind::most(limits) } -> std::same_as<std::optional<std::uint64_t>>;
  // The thing that the fault hits. A fault set has at most one fault of a kind for each thing.
  { fault.where() } -> std::same_as<const typename Kind::Where&>;
  // The text between the parentheses, and a function that reads it. The function returns nullopt
  // for any other text.
  { fault.arguments() } -> std::same_as<std::string>;
  { Kind::read(std::string_view()) } -> std::same_as<std::optional<Kind>>;
  // Adds a sentence to `out` for each reason why the Fspec does not admit the fault.
  fault.object(fspec, out);
};

inline constexpr std::size_t kind_count = std::variant_size_v<Fault>;

/// Calls `action` with a null pointer of each kind, in the order of the list.
template <class Action>
constexpr void each_kind(Action action) {
  each_kind_in<Fault>(action);
}

/// Index of the kind in the list.
template <FaultKind Kind>
inline constexpr std::size_t index_of = index_in<Kind, Fault>;

/// A map with one value for each kind.
template <class T>
using KindMap = KindMapOf<T, Fault>;

/// For each kind, its name in options for weights.
inline constexpr std::array<std::string_view, kind_count> kind_names = [] {
  std::array<std::string_view, kind_count> out;
  each_kind([&]<class Kind>(Kind*) { out[index_of<Kind>] = Kind::weight; });
  return out;
}();

/// The limits of all kinds together. Each kind contributes its own members.
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

/// Returns true if the limits admit a fault of this kind.
template <class Kind>
[[nodiscard]] bool admits_some(const typename Kind::Limits& limits) {
  if constexpr (has_lengths<Kind>) {
    if (Kind::lengths(limits).empty()) return false;
  }
  return Kind::most(limits) != 0U;
}

/// Calls `action` with each fault of this kind at this place, one for each length that the limits admit.
template <class Kind, class Action>
void each_fault_at(const typename Kind::Where& where, const typename Kind::Limits& limits,
                   Action action) {
  if (Kind::most(limits) == 0U) return;
  if constexpr (has_lengths<Kind>) {
    for (const auto length : Kind::lengths(limits)) action(Kind{where, length});
  } else {
    action(Kind{where});
  }
}

/// Calls `action` with a null pointer of each kind that hits things of this sort.
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
