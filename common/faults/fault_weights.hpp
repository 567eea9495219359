// How much each kind of fault weighs in random fault sets (fault_sampler.hpp): the weight w of a
// kind stands to 1 as a fault of that kind to none. 1 is the default, 0 means never.
//
//   FaultWeights weights;  weights.crashes = FaultWeights::one / 5;  to_text(weights) → crashes=0.2
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ldfi {

/// In millionths, so that what is drawn is the same on every machine.
struct FaultWeights {
  static constexpr std::uint64_t one = 1'000'000;
  static constexpr std::uint64_t most = 1'000'000 * one;

  std::uint64_t omissions = one;
  std::uint64_t crashes = one;
  std::uint64_t restarts = one;
  std::uint64_t delays = one;
  std::uint64_t duplicates = one;
  std::uint64_t partitions = one;
  std::uint64_t pauses = one;
  std::uint64_t failed_writes = one;
  std::uint64_t corruptions = one;
  std::uint64_t dead_disks = one;
  std::uint64_t write_backs = one;
  bool operator==(const FaultWeights&) const = default;

  /// A weight, and the name of its kind: that of the option which says how many there may be.
  struct Entry {
    std::string_view name;
    std::uint64_t FaultWeights::*of;
  };
  static constexpr std::array<Entry, 11> entries() {
    return {{{"omissions", &FaultWeights::omissions},
             {"crashes", &FaultWeights::crashes},
             {"restarts", &FaultWeights::restarts},
             {"delays", &FaultWeights::delays},
             {"duplicates", &FaultWeights::duplicates},
             {"partitions", &FaultWeights::partitions},
             {"pauses", &FaultWeights::pauses},
             {"disk-write", &FaultWeights::failed_writes},
             {"disk-corrupt", &FaultWeights::corruptions},
             {"disk-dead", &FaultWeights::dead_disks},
             {"disk-writeback", &FaultWeights::write_backs}}};
  }
  static std::optional<Entry> find(std::string_view name);
  /// Members in the order of writing, for bytes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    for (const Entry& entry : entries()) action(self.*entry.of);
  }
};

/// A decimal number of 0 or more with at most six decimals, in millionths; nothing if it is none, or
/// more than FaultWeights::most.
[[nodiscard]] std::optional<std::uint64_t> read_weight(std::string_view text);
/// `0.2`, without zeros at the end.
[[nodiscard]] std::string show_weight(std::uint64_t millionths);

/// `crashes=0.2,delays=4`: those that are not 1, in the order of the entries. Empty if all are.
[[nodiscard]] std::string to_text(const FaultWeights& weights);

}  // namespace ldfi
