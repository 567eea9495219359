// Describes the limits of a kind of fault in one place: keys, units, ranges, defaults and texts,
// one row for each limit. Configs, their schema and reference, and recordings are read and written
// with these rows. So they support every limit that has a row.
//
//   struct Limits { std::uint64_t pauses = 0; std::vector<std::int64_t> standing{}; … };
//   static constexpr LimitKey key{"pauses", LimitForm::zero, "how nodes are paused"};
//   static constexpr std::tuple rows{Most<Limits>{.field = &Limits::pauses, …},
//                                    Lengths<Limits>{.field = &Limits::standing, .key = "for", …}};
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
#include "common/systems/faults/socket_type.hpp"

namespace ldfi::systems {

inline constexpr std::uint64_t any_number = 1'000'000'000;
/// Upper bound for the duration of a partition and for the wait of a late message, in nanoseconds.
inline constexpr std::int64_t longest_wait = std::int64_t{3600} * 1000 * 1'000'000'000;

/// How a config writes the limits of a kind of fault.
enum class LimitForm : std::uint8_t {
  map,     ///< a map; if it has no `count`, the number of faults is not limited
  zero,    ///< a map, or 0 for no faults
  number,  ///< a map, or only the largest number of faults
  amount   ///< a map, or only the largest number of faults, `all` or `none`
};

/// The key of a kind's limits in the `fspec` of configs and in the `spec` of recordings.
struct LimitKey {
  std::string_view name;
  LimitForm form = LimitForm::zero;
  std::string_view help;
  /// True if a recording has the limits directly in its spec, not in a map of their own.
  bool flat = false;
};

/// The texts about a key of a config: help, and the message if the key is missing.
struct LimitWords {
  std::string_view help;
  /// Description of a required key, for the message that says that the key is missing.
  std::string_view missing{};
};

/// How sweeps vary a limit.
struct LimitAxis {
  std::size_t position = 100;  ///< position of the limit in the names of a sweep's cells
  std::string_view help{};     ///< help about the limit in sweeps; if empty, that of its key
};

/// Describes the limit for the number of faults of a kind. If a recording has no map for the kind,
/// the kind's own key holds this number.
template <class Limits, class Number = std::uint64_t>
struct Most {
  Number Limits::*field;
  std::string_view key = "most";
  std::string_view option;  ///< name of the option that overrides the limit
  std::uint64_t largest = any_number;
  LimitWords words;
  LimitAxis axis{};
};

/// Describes a limit that lists the lengths that faults may have. A config must list at least one
/// length.
template <class Limits>
struct Lengths {
  std::vector<std::int64_t> Limits::*field;
  std::string_view key;
  LimitWords words;
  /// A config that has only the largest number of faults uses network.latency as the length. These
  /// are the message and the hint for the case that the latency is 0.
  std::string_view no_latency{};
  std::string_view hint{};
};

/// Describes a limit that lists the times at which faults may happen. If the list is empty, all
/// times are allowed.
template <class Limits>
struct Times {
  std::vector<std::int64_t> Limits::*field;
  std::string_view key;
  std::string_view recorded;  ///< name of the key in recordings
  LimitWords words;
  std::string_view empty;  ///< end of the error message for an empty list of times
  /// Name of the kind of faults (member `weight`) after whose limits recordings have this limit.
  std::string_view recorded_after;
};

/// Describes a limit that lists the nodes that faults may hit. If it is nullopt, all nodes are
/// allowed.
template <class Limits>
struct NodeNames {
  std::optional<std::vector<std::string>> Limits::*field;
  std::string_view key;
  std::string_view recorded;  ///< name of the key in recordings
  LimitWords words;
  std::string_view may;  ///< words for what may happen to the nodes, such as `may crash`
};

/// Describes a limit that is true or false. It is false unless a config sets it.
template <class Limits>
struct Toggle {
  bool Limits::*field;
  std::string_view key;
  std::string_view recorded;  ///< name of the key in recordings
  LimitWords words;
  /// Name of the kind of faults (member `weight`) after whose limits recordings have this limit.
  std::string_view recorded_after;
};

/// Describes the limits of delays: the possible delays of a message by time, or by activations of
/// its receiver.
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

/// Describes the limits of partitions: their possible borders, and the length of each partition.
template <class Limits>
struct Windows {
  std::vector<Border> Limits::*borders;
  std::int64_t Limits::*window;
  std::string_view borders_key;
  LimitWords borders_words;
  std::string_view window_key;
  LimitWords window_words;
};

/// Describes the limit that says whether messages may overtake each other. In recordings, it is the
/// key `order` directly in the spec.
template <class Limits>
struct Order {
  ArrivalOrder Limits::*field;
  /// Name of the kind of faults (member `weight`) after whose limits recordings have this limit.
  std::string_view recorded_after;
};

/// The words that random draws for a kind of fault are computed from, so that draws differ.
struct DrawWords {
  std::string_view whether;  ///< word for the draw that decides whether the fault happens
  std::string_view length;   ///< word for the draw that decides the fault's length
};

/// The reason why a system cannot have faults that its config allows.
struct Misfit {
  /// Key to which the message refers, in the map of the kind's limits; empty if it refers to the
  /// whole map.
  std::string_view key{};
  std::string_view message;
  std::string_view hint;
};

/// Calls `action` with the row of each limit of the kind, in their order.
template <class Kind, class Action>
constexpr void each_limit(Action&& action) {
  std::apply([&](const auto&... row) { (action(row), ...); }, Kind::rows);
}

}  // namespace ldfi::systems
