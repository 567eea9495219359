// A claim that is proved for every EOT, in the form for summaries and results files
// (docs/explanation/forever.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// Reason of the verdict of a cell if the verdict follows from a theorem.
inline constexpr std::string_view proved_for_every_eot = "proved for every EOT";

/// A theorem: no fault set violates the invariant at any EOT that the claim covers.
struct Theorem {
  std::string claim;  ///< the claim in words
  /// Values of constants as NAME=VALUE; empty unless a sweep varies them.
  std::vector<std::string> params{};
  /// Number of last ticks up to EOT in which no message may be omitted; nullopt if the claim does
  /// not need this.
  std::optional<int> calm{};
  int from = 1;     ///< smallest EOT of the claim
  int crashes = 0;  ///< largest number of crashes
  /// Clauses that hold at every tick and prove the claim, the shortest first.
  std::vector<std::string> invariant{};
  std::uint64_t facts = 0;  ///< number of facts in the invariant
  std::uint64_t latches = 0;
  std::uint64_t gates = 0;
  std::uint64_t cells = 0;  ///< number of cells of a sweep whose verdict follows from the theorem

  bool operator==(const Theorem&) const = default;
};

/// Returns the claim for every EOT ≥ `from` in words, with the limits of the Fspec. `calm` is the
/// number of last ticks up to EOT in which no message is omitted; other faults that end have ended
/// before these ticks.
[[nodiscard]] std::string every_eot_in_words(const FspecParameters& fspec, std::optional<int> calm,
                                             int from);

/// Returns lines for people: the claim, how many cells it answers, and at most `most` clauses of
/// the invariant.
[[nodiscard]] std::vector<std::string> lines_of(const Theorem& theorem, std::size_t most);

}  // namespace ldfi
