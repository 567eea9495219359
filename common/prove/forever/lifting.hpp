// Finds latches whose values suffice for a step. If these latches and all inputs keep their values,
// the given wires are true for all values of the other latches [EMB11]. Private to
// common/prove/forever.
#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <vector>

#include "common/prove/forever/cube.hpp"

namespace ldfi::forever {

class Lifting {
 public:
  Lifting(const Aig& aig, const std::vector<bool>& cone);

  /// Sets the value of an input or a latch of the cone.
  void set(std::uint32_t node, bool value) { values_[node] = value ? Three::yes : Three::no; }
  /// Returns the latches of `order` that `wires` need, with their values. Tries to drop the latches
  /// in this order. Requires that all inputs and latches of the cone have values which make the
  /// wires true.
  Cube lift(std::span<const Wire> wires, std::span<const std::uint32_t> order);

 private:
  enum class Three : std::uint8_t { no, yes, open };

  [[nodiscard]] Three value(Wire wire) const;
  [[nodiscard]] Three gate(std::uint32_t node) const;
  bool open(std::uint32_t node);

  const Aig& aig_;
  std::vector<std::uint32_t> gates_;  ///< gates of the cone, in the order of evaluation
  /// For each node, the gates that read it and belong to the cone.
  std::vector<std::vector<std::uint32_t>> leads_;
  std::vector<Three> values_;
  std::vector<bool> wanted_;  ///< for each node, true if its value must stay known
  std::vector<bool> queued_;
};

}  // namespace ldfi::forever
