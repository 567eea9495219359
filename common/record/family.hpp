// Families of falsifiers. A family has the same faults at different times, and is written as one
// line such as `C(n,3+,5…11)`.
//
// A range stands for each of its moments: 7+…9 for 7+, 8, 8+ and 9. The line stands for every
// choice of moments that gives an admissible fault set with that many faults. So a restart is after
// its crash, and two losses of a channel are at two ticks. The line is exact: it stands for the
// members of the family and for no other fault set. The code reads only the written forms of
// faults, so it does not depend on their kinds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/record/search_result.hpp"

namespace ldfi {

struct Family {
  std::string text;  ///< line of the family, with the smallest and the largest moment of each fault
  /// Indices of the members in the list of falsifiers, ascending.
  std::vector<std::uint32_t> members;
};

/// Divides fault sets into families, in the order of their first members. `labels` has a label for
/// each fault set, and members of one family have equal labels. A fault set that the Fspec does not
/// admit, or that equals an earlier one, is a family of its own.
[[nodiscard]] std::vector<Family> families(const std::vector<FaultSet>& sets,
                                           const std::vector<std::uint32_t>& labels,
                                           const Fspec& fspec);

/// Divides the falsifiers of a search into families. Members of one family violate the same
/// specifications. Either all of them are known to be minimal, or none.
[[nodiscard]] std::vector<Family> families_of(const SearchResult& result,
                                              const FspecParameters& fspec);

/// Returns for each falsifier the index of its family.
[[nodiscard]] std::vector<std::uint32_t> family_numbers(const std::vector<Family>& families);

/// Returns all fault sets that the line of a family stands for, sorted.
[[nodiscard]] std::vector<FaultSet> expand(std::string_view text, const Fspec& fspec);
/// Returns all fault sets that the line of a family stands for, or nullopt if there are more than
/// `most` choices of faults.
[[nodiscard]] std::optional<std::vector<FaultSet>> expand(std::string_view text, const Fspec& fspec,
                                                          std::size_t most);

}  // namespace ldfi
