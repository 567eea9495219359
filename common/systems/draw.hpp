// Faults that are not asked for by name, but drawn while an execution runs: at each place where one may
// happen, with a certain probability. What is drawn there depends on the seed, the number of the draw
// and the name of the place, and on nothing else, but for the limits of the Fspec.
#pragma once

#include <cstdint>
#include <string_view>

namespace ldfi::systems {

/// How likely a fault of each kind is at a place, in millionths.
struct Chances {
  static constexpr std::uint32_t one = 1'000'000;

  std::uint32_t delay = 0;      ///< of a message that may fail, and that no cut loses
  std::uint32_t duplicate = 0;  ///< of one that is not late
  std::uint32_t loss = 0;       ///< of one that is neither
  std::uint32_t crash = 0;      ///< for good, at a moment at which a node may crash
  std::uint32_t restart = 0;    ///< not for good, before that is asked
  std::uint32_t cut = 0;        ///< of a border, in a window in which it loses something
  std::uint32_t pause = 0;      ///< before what a node does
  bool operator==(const Chances&) const = default;
};

struct Draw {
  std::uint64_t number = 0;  ///< from 1 on
  Chances chances{};
  bool operator==(const Draw&) const = default;
};

/// What chance says about something: any number, each as probable as another, and the same each time.
[[nodiscard]] std::uint64_t drawn(std::uint64_t seed, std::string_view what);

}  // namespace ldfi::systems
