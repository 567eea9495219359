// Families of falsifiers: the same faults at other times, written as one line, `C(n,3+,5…11)`.
//
// A range stands for each of its moments: 7+…9 for 7+, 8, 8+ and 9. The line stands for every choice
// of moments that makes a fault set of that many faults, so a restart comes after its crash, and two
// losses of a channel have two ticks. It is exact: those are the members of the family, all of them
// and no other fault set. What a fault is made of, its written form says: nobody here knows the kinds.
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
  std::string text;                    ///< the least and the greatest times of its members
  std::vector<std::uint32_t> members;  ///< indexes into the falsifiers, ascending
};

/// Each fault set is a member of one family; families come in the order of their first members.
/// Members of one family have equal labels; there is a label for each fault set. Fault sets that
/// the Fspec does not admit, and repeated ones, are families of their own.
[[nodiscard]] std::vector<Family> families(const std::vector<FaultSet>& sets,
                                           const std::vector<std::uint32_t>& labels,
                                           const Fspec& fspec);

/// The families of a search's falsifiers. Members of one family violate the same specifications,
/// and are all known to be minimal, or none is.
[[nodiscard]] std::vector<Family> families_of(const SearchResult& result,
                                              const FspecParameters& fspec);

/// By falsifier: the index of its family.
[[nodiscard]] std::vector<std::uint32_t> family_numbers(const std::vector<Family>& families);

/// Every fault set that the line stands for, sorted.
[[nodiscard]] std::vector<FaultSet> expand(std::string_view text, const Fspec& fspec);
/// The same; nothing if there are more than `most` choices of faults.
[[nodiscard]] std::optional<std::vector<FaultSet>> expand(std::string_view text, const Fspec& fspec,
                                                          std::size_t most);

}  // namespace ldfi
