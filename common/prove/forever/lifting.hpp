// Which latches a step needs. With the inputs as they are, and the latches that are kept, some wires
// have their values whatever the other latches have [EMB11]. Private to common/prove/forever.
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
  /// The latches among `order` that are needed, with their values: those tried first are dropped
  /// first. All inputs and latches of the cone must be set, and the wires be true then.
  Cube lift(std::span<const Wire> wires, std::span<const std::uint32_t> order);

 private:
  enum class Three : std::uint8_t { no, yes, open };

  [[nodiscard]] Three value(Wire wire) const;
  [[nodiscard]] Three gate(std::uint32_t node) const;
  bool open(std::uint32_t node);

  const Aig& aig_;
  std::vector<std::uint32_t> gates_;               ///< of the cone, in order
  std::vector<std::vector<std::uint32_t>> leads_;  ///< by node: the gates of the cone that read it
  std::vector<Three> values_;
  std::vector<bool> wanted_;  ///< by node: must not be open
  std::vector<bool> queued_;
};

}  // namespace ldfi::forever
