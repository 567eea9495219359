// Lists every admissible fault set exactly once, for exhaustive search. The list is divided into
// parts. A part has some given faults, which are no omissions, and all choices of a number of
// omissions, in lexicographic order. The omissions are of messages that no given fault loses.
//
//   for (const FaultSet& given : given_faults(fspec, size)) {
//     Enumeration e(fspec, given, size - given.size());
//     e.total();  e.seek(first);  do { use(e.faults()); } while (e.next());
//   }
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Returns the binomial coefficient n choose k, or 2^64 - 1 if it is larger.
std::uint64_t choose(std::uint64_t n, std::uint64_t k);

/// Returns true if the Fspec admits any fault, so that not only the empty fault set is admissible.
[[nodiscard]] bool admits_any_fault(const Fspec& fspec);

/// Returns every set of at most `most` faults without omissions that the Fspec admits, smaller sets
/// first. Returns nullopt if there are more than `most_sets` sets, and never stores more. `meter`
/// counts the sets and may throw.
std::optional<std::vector<FaultSet>> few_given_faults(const Fspec& fspec, std::size_t most,
                                                      std::size_t most_sets, Meter meter);

/// Returns the same sets as few_given_faults(), but without a limit for their number.
inline std::vector<FaultSet> given_faults(const Fspec& fspec, std::size_t most, Meter meter) {
  constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();
  return *few_given_faults(fspec, most, any_number, meter);
}

class Enumeration {
 public:
  /// Lists all sets that consist of `given` and of `more` omissions. Requires that given_faults()
  /// returned `given`.
  Enumeration(const Fspec& fspec, const FaultSet& given, std::uint32_t more);
  /// Returns the number of sets in the list, or 2^64 - 1 if the number is larger.
  [[nodiscard]] std::uint64_t total() const {
    return admitted_ ? choose(free_.size(), chosen_.size()) : 0;
  }
  /// Moves to the set with index `first` in the list. Requires `first` < total().
  void seek(std::uint64_t first);
  [[nodiscard]] FaultSet faults() const;
  /// Moves to the next set. Returns false if there is no next set.
  bool next();

 private:
  std::vector<Fault> given_;
  bool admitted_;  ///< true if this number of omissions, and this number of faults in total, are
                   ///< within the limits
  std::vector<Omission> free_;
  std::vector<std::size_t> chosen_;
};

}  // namespace ldfi
