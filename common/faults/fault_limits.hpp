// What a failure specification says beyond ⟨EOT, EFF, Crashes⟩ and the number of restarts: how many
// messages may be omitted, between whom, who restarts and when, how many partitions and pauses there
// may be, and how many faults in all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/faults/kinds.hpp"

namespace ldfi {

/// The default is the Fspec of the paper: any messages may be omitted, and nothing else happens.
struct FaultLimits {
  using Names = std::vector<std::string>;

  std::optional<int> omissions{};       ///< at most so many; nothing: any number
  Names omissions_from{};               ///< whose messages may be omitted; empty: every node's
  Names omissions_to{};                 ///< the messages to whom; empty: to every node
  std::vector<Names> reliable{};        ///< [sender, receiver]: their messages are never omitted
  int partitions = 0;                   ///< at most so many
  std::vector<Names> partition_sets{};  ///< what may be cut off from the rest; empty: any nodes
  std::vector<Names> named_sets{};      ///< [name, node …]: what a partition may be called
  bool one_way = false;                 ///< partitions may cut one direction only
  Names pausable{};                     ///< who may be paused; empty: every node
  Names restartable{};                  ///< who may restart; empty: who may crash
  int least_down = 1;                   ///< ticks that a node is down before it restarts
  std::optional<int> most_down{};       ///< likewise; nothing: any number
  std::optional<int> faults{};          ///< at most so many of all kinds; nothing: any number
  /// How many faults there may be, of the kinds without a field in FspecParameters.
  KindNumbers most{};

  /// True if it is said who restarts, or when.
  [[nodiscard]] bool chooses_restarts() const {
    return !restartable.empty() || least_down != 1 || most_down;
  }
  /// Forgets it.
  void any_restarts() {
    restartable.clear();
    least_down = 1;
    most_down.reset();
  }
  bool operator==(const FaultLimits&) const = default;
  /// True if the Fspec is one of the paper, or one with outages.
  [[nodiscard]] bool none() const { return *this == FaultLimits(); }
};

/// ", at most 2 omissions from a, 1 partition, at most 3 faults". Empty without limits.
[[nodiscard]] std::string in_words(const FaultLimits& limits);

}  // namespace ldfi
