// What is proved for every EOT, as a value for summaries and results files (docs/explanation/forever.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// The reason of a cell that a theorem answers.
inline constexpr std::string_view proved_for_every_eot = "proved for every EOT";

/// No fault set violates the invariant at any EOT that the claim is about.
struct Theorem {
  std::string claim;                  ///< in words
  std::vector<std::string> params{};  ///< NAME=VALUE; of a program whose constants a sweep varies
  std::optional<int> calm{};  ///< calm ticks up to EOT; nothing: no fault of the claim has an end
  int from = 1;               ///< the least EOT
  int crashes = 0;            ///< at most so many
  std::vector<std::string> invariant{};  ///< clauses that hold at every tick, the shortest first
  std::uint64_t facts = 0;               ///< in the invariant
  std::uint64_t latches = 0;
  std::uint64_t gates = 0;
  std::uint64_t cells = 0;  ///< of a sweep: those that it answers

  bool operator==(const Theorem&) const = default;
};

/// ⟨EOT, EFF, crashes⟩ of a claim about every EOT, in words. `calm`: so many ticks up to EOT, the
/// last one included, are calm.
[[nodiscard]] std::string every_eot_in_words(const FspecParameters& fspec, std::optional<int> calm,
                                             int from);

/// For people: the claim, how many cells it answers, and at most `most` clauses of the invariant.
[[nodiscard]] std::vector<std::string> lines_of(const Theorem& theorem, std::size_t most);

}  // namespace ldfi
