// Families of counterexamples. The members of a family have the same faults at different times. A
// family is written as one line such as `C(n,3+,5…11)`.
//
// A range such as 7+…9 stands for all its moments, here 7+, 8, 8+ and 9. The line stands for every
// choice of moments that gives an admissible fault set with that many faults. So a restart comes
// after its crash, and two losses of a channel are at two different ticks. The line stands for
// exactly the members of the family. The code reads only the texts of faults, so it does not depend
// on their kinds.
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
  std::string text;  ///< line of the family, with the first and the last moment of each fault
  /// Indices of the members in the list of all fault sets, ascending.
  std::vector<std::uint32_t> members;
};

/// Divides fault sets into families, in the order of their first members. Members of one family
/// have equal entries in `labels`. A fault set that the Fspec does not admit, or that repeats an
/// earlier one, is the only member of its family.
[[nodiscard]] std::vector<Family> families(const std::vector<FaultSet>& sets,
                                           const std::vector<std::uint32_t>& labels,
                                           const Fspec& fspec);

/// Divides the counterexamples of a search into families. Members of one family violate the same
/// specifications, and are either all known to be minimal or all not known to be minimal.
[[nodiscard]] std::vector<Family> families_of(const SearchResult& result,
                                              const FspecParameters& fspec);

/// Returns for each counterexample the index of its family.
[[nodiscard]] std::vector<std::uint32_t> family_numbers(const std::vector<Family>& families);

/// Returns all fault sets that the line of a family stands for, sorted.
[[nodiscard]] std::vector<FaultSet> expand(std::string_view text, const Fspec& fspec);
/// Returns all fault sets that the line of a family stands for. Returns nullopt if there are more
/// than `most` ways to choose the faults.
[[nodiscard]] std::optional<std::vector<FaultSet>> expand(std::string_view text, const Fspec& fspec,
                                                          std::size_t most);

}  // namespace ldfi
