// A claim that is proved for every EOT, as a value for summaries and results files
// (docs/explanation/forever.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// Reason of a cell whose verdict follows from a theorem.
inline constexpr std::string_view proved_for_every_eot = "proved for every EOT";

/// States that no fault set violates the invariant at any EOT of the claim.
struct Theorem {
  std::string claim;                  ///< in words
  std::vector<std::string> params{};  ///< values of constants as NAME=VALUE, if a sweep varies them
  std::optional<int> calm{};  ///< last ticks up to EOT without omissions, if the claim needs them
  int from = 1;               ///< smallest EOT of the claim
  int crashes = 0;            ///< maximum of crashes
  std::vector<std::string> invariant{};  ///< clauses that hold at every tick, shortest first
  std::uint64_t facts = 0;               ///< number of facts in the invariant
  std::uint64_t latches = 0;
  std::uint64_t gates = 0;
  std::uint64_t cells = 0;  ///< number of cells of a sweep whose verdict follows

  bool operator==(const Theorem&) const = default;
};

/// Returns the claim about every EOT ≥ `from` in words, with the limits of the Fspec. In the last
/// `calm` ticks up to EOT no message is omitted, and other faults that end are over by then.
[[nodiscard]] std::string every_eot_in_words(const FspecParameters& fspec, std::optional<int> calm,
                                             int from);

/// Returns lines for people: the claim, the number of cells that it answers, and at most `most`
/// clauses of the invariant.
[[nodiscard]] std::vector<std::string> lines_of(const Theorem& theorem, std::size_t most);

}  // namespace ldfi
