// The limits of an Fspec besides EOT, EFF, crashes and the number of restarts. They say which
// messages may be omitted, which nodes may restart or be paused, and when. They also limit the
// number of faults of most kinds, and the number of all faults together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/faults/kinds.hpp"

namespace ldfi {

/// Limits of faults. The default limits are those of [LDFI15]: any messages may be omitted, and no
/// other faults happen.
struct FaultLimits {
  using Names = std::vector<std::string>;

  std::optional<int> omissions{};  ///< largest number of omissions; nullopt if there is no limit
  Names omissions_from{};          ///< senders whose messages may be omitted; empty if there is no
                                   ///< restriction
  Names omissions_to{};            ///< receivers whose messages may be omitted; empty if there is
                                   ///< no restriction
  std::vector<Names> reliable{};   ///< pairs [sender, receiver] whose messages must not be omitted
  int partitions = 0;              ///< largest number of partitions
  /// Sets of nodes that a partition may cut off; empty if all sets are possible.
  std::vector<Names> partition_sets{};
  /// Lists [name, node …] that each name a set of nodes, so that partitions can refer to the set.
  std::vector<Names> named_sets{};
  bool one_way = false;  ///< true if partitions may lose messages in one direction only
  Names pausable{};      ///< nodes that may be paused; empty if all nodes may be paused
  Names restartable{};   ///< nodes that may restart; empty if all nodes that may crash may also
                         ///< restart
  int least_down = 1;    ///< smallest number of ticks for which a node is down before it restarts
  std::optional<int> most_down{};  ///< largest number of ticks for which a node is down before it
                                   ///< restarts; nullopt: no limit
  std::optional<int> faults{};     ///< largest number of faults of all kinds together; nullopt if
                                   ///< there is no limit
  /// The largest number of faults for each kind that has no own member here or in FspecParameters.
  KindNumbers most{};

  /// Returns true if the limits restrict which nodes may restart, or after how many ticks.
  [[nodiscard]] bool has_restart_limits() const {
    return !restartable.empty() || least_down != 1 || most_down;
  }
  /// Removes the limits of restarts: any node may restart after any time.
  void remove_restart_limits() {
    restartable.clear();
    least_down = 1;
    most_down.reset();
  }
  bool operator==(const FaultLimits&) const = default;
  /// Returns true if all limits have their default values.
  [[nodiscard]] bool none() const { return *this == FaultLimits(); }
};

/// Returns a text such as ", at most 2 omissions from a, 1 partition, at most 3 faults". Empty if
/// all limits have their default values.
[[nodiscard]] std::string in_words(const FaultLimits& limits);

}  // namespace ldfi
