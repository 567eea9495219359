// A claim that is proved for every EOT, as summaries and results files show it
// (docs/explanation/forever.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// Reason of a cell's verdict that follows from a theorem.
inline constexpr std::string_view proved_for_every_eot = "proved for every EOT";

/// A theorem says that no fault set violates the invariant at any EOT that the claim covers.
struct Theorem {
  std::string claim;  ///< the claim in words
  /// Constants that a sweep varies, as NAME=VALUE; empty if there are none.
  std::vector<std::string> params{};
  /// Number of last ticks before EOT, and EOT itself, at which no message may be omitted; nullopt
  /// if the claim holds without such ticks.
  std::optional<int> calm{};
  int from = 1;     ///< smallest EOT of the claim
  int crashes = 0;  ///< largest number of crashes
  /// Clauses that hold at every tick and prove the claim, the shortest first.
  std::vector<std::string> invariant{};
  std::uint64_t facts = 0;  ///< number of facts that occur in the clauses
  std::uint64_t latches = 0;
  std::uint64_t gates = 0;
  std::uint64_t cells = 0;  ///< number of cells of a sweep whose verdict follows from the theorem

  bool operator==(const Theorem&) const = default;
};

/// Returns a sentence that claims the result for every EOT ≥ `from`, with the limits of the Fspec.
/// During the last `calm` ticks up to EOT, no message is omitted, and other faults with an end have
/// ended before.
[[nodiscard]] std::string every_eot_in_words(const FspecParameters& fspec, std::optional<int> calm,
                                             int from);

/// Returns lines for the user: the claim, the number of cells whose verdict follows from the
/// theorem, and at most `most` clauses of the invariant.
[[nodiscard]] std::vector<std::string> lines_of(const Theorem& theorem, std::size_t most);

}  // namespace ldfi
