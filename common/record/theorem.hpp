// What is proved for every EOT, as a value for summaries and results files (docs/FOREVER.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// No fault set violates the invariant at any EOT that the claim is about.
struct Theorem {
  std::string claim;                  ///< in words
  std::vector<std::string> params{};  ///< NAME=VALUE; of a program whose constants a sweep varies
  std::optional<int> calm{};  ///< ticks without omissions before EOT; nothing: none is ever omitted
  int from = 1;               ///< the least EOT
  int crashes = 0;            ///< at most so many
  std::vector<std::string> invariant{};  ///< clauses that hold at every tick, the shortest first
  std::uint64_t facts = 0;               ///< in the invariant
  std::uint64_t latches = 0;
  std::uint64_t gates = 0;
  std::uint64_t cells = 0;  ///< of a sweep: those that it answers

  bool operator==(const Theorem&) const = default;
};

/// ⟨EOT, EFF, crashes⟩ of a claim about every EOT, in words. `calm`: messages are omitted up to so
/// many ticks before EOT.
[[nodiscard]] std::string every_eot_in_words(const FspecParameters& fspec, std::optional<int> calm,
                                             int from);

/// For people: the claim, how many cells it answers, and at most `most` clauses of the invariant.
[[nodiscard]] std::vector<std::string> lines_of(const Theorem& theorem, std::size_t most);

}  // namespace ldfi
