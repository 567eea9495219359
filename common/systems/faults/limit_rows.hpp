// The rows in which a kind of fault describes its limits once: their keys, units, ranges, defaults and words.
// Configs, their schema and reference, and the spec of recordings are read and written by these rows, so they
// know the limits of each kind in the list.
//
//   struct Limits { std::uint64_t pauses = 0; std::vector<std::int64_t> standing{}; … };
//   static constexpr LimitKey key{"pauses", LimitForm::zero, "how nodes are paused"};
//   static constexpr std::tuple rows{Most<Limits>{.field = &Limits::pauses, …},
//                                      Lengths<Limits>{.field = &Limits::standing, .key = "for", …}};
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "common/systems/faults/lateness.hpp"
#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

inline constexpr std::uint64_t any_number = 1'000'000'000;
/// The longest window of a partition, and the longest wait of a late message.
inline constexpr std::int64_t longest_wait = std::int64_t{3600} * 1000 * 1'000'000'000;

/// How a config writes the limits of a kind.
enum class LimitForm : std::uint8_t {
  map,     ///< a map; the faults are not limited in number, unless the map says so
  zero,    ///< a map, or 0
  number,  ///< a map, or the maximum alone
  amount   ///< a map, or the maximum alone, `all` or `none`
};

/// The key of a kind's limits in `fspec` of configs, and in the spec of recordings.
struct LimitKey {
  std::string_view name;
  LimitForm form = LimitForm::zero;
  std::string_view help;
  bool flat = false;  ///< the spec of a recording has the limits themselves, not a map of them
};

/// The words of a key for the option table.
struct LimitWords {
  std::string_view help;
  std::string_view missing{};  ///< meaning of a required key, for the message that it is missing
};

/// The axis of a limit in sweeps.
struct LimitAxis {
  std::size_t position = 100;  ///< cells are named and sorted in the order of the positions
  std::string_view help{};     ///< empty: the limit's key
};

/// The maximum of faults. In a recording of a flat kind, its key is that of the kind.
template <class Limits, class Number = std::uint64_t>
struct Most {
  Number Limits::*field;
  std::string_view key = "most";
  std::string_view option;  ///< option that overrides it
  std::uint64_t largest = any_number;
  LimitWords words;
  LimitAxis axis{};
};

/// The lengths that faults may have: at least one.
template <class Limits>
struct Lengths {
  std::vector<std::int64_t> Limits::*field;
  std::string_view key;
  LimitWords words;
  /// If a config has only the maximum, the length is network.latency. These are the message and the hint if
  /// that is 0.
  std::string_view no_latency{};
  std::string_view hint{};
};

/// The times at which faults may happen. Empty if they may at any time.
template <class Limits>
struct Times {
  std::vector<std::int64_t> Limits::*field;
  std::string_view key;
  std::string_view recorded;  ///< key in the spec of recordings
  LimitWords words;
  std::string_view empty;           ///< end of the message that a recording has an empty list
  std::string_view recorded_after;  ///< kind whose limits stand before it in recordings
};

/// The nodes that faults may hit, or nullopt for all of them.
template <class Limits>
struct NodeNames {
  std::optional<std::vector<std::string>> Limits::*field;
  std::string_view key;
  std::string_view recorded;  ///< key in the spec of recordings
  LimitWords words;
  std::string_view may;  ///< what may happen to them: `may crash`
};

/// A switch, which is off unless a config sets it.
template <class Limits>
struct Toggle {
  bool Limits::*field;
  std::string_view key;
  std::string_view recorded;  ///< key in the spec of recordings
  LimitWords words;
  std::string_view recorded_after;  ///< kind whose limits stand before it in recordings
};

/// How late messages may be: by time, or by activations of their receivers.
template <class Limits>
struct Latenesses {
  std::vector<Lateness> Limits::*field;
  std::int64_t Limits::*within;  ///< longest wait of a message that is late by activations
  std::string_view key;
  LimitWords words;
  std::string_view behind_key;
  std::string_view behind_option;
  LimitWords behind_words;
  LimitAxis behind_axis;
  std::string_view within_key;
  LimitWords within_words;
};

/// The borders that partitions may have, and the length of a partition.
template <class Limits>
struct Windows {
  std::vector<Border> Limits::*borders;
  std::int64_t Limits::*window;
  std::string_view borders_key;
  LimitWords borders_words;
  std::string_view window_key;
  LimitWords window_words;
};

/// Whether messages may overtake each other: `order` in the spec of recordings, next to the kind's own key.
template <class Limits>
struct Order {
  bool Limits::*field;
  std::string_view recorded_after;  ///< kind whose limits stand before it in recordings
};

/// The words of a kind that random draws depend on, for faults of messages.
struct DrawWords {
  std::string_view whether;  ///< whether the fault happens
  std::string_view length;   ///< which of its lengths it has
};

/// A reason why a system cannot have faults that its config admits.
struct Misfit {
  std::string_view key{};  ///< key in the map of the kind's limits, or empty for the kind's own key
  std::string_view message;
  std::string_view hint;
};

/// Calls `action` with each row of the kind's limits, in their order.
template <class Kind, class Action>
constexpr void each_limit(Action&& action) {
  std::apply([&](const auto&... row) { (action(row), ...); }, Kind::rows);
}

}  // namespace ldfi::systems
