// Exhaustive search visits every admissible fault set exactly once, in pieces. A piece has some
// given faults and all choices of a number of further ones, in lexicographic order. The given
// faults are those of nodes, and partitions; the chosen ones are omissions that these leave free.
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

/// Binomial coefficient, saturating at 2^64 - 1.
std::uint64_t choose(std::uint64_t n, std::uint64_t k);

/// True if the Fspec admits a fault set that is not empty.
[[nodiscard]] bool admits_any_fault(const Fspec& fspec);

/// Returns every set of at most `most` faults other than omissions that the Fspec admits, by increasing size, or
/// nullopt if there are more than `most_sets`. Never needs memory for more sets than these. `meter` counts the sets.
std::optional<std::vector<FaultSet>> few_given_faults(const Fspec& fspec, std::size_t most,
                                                      std::size_t most_sets, Meter meter);

/// Returns the same sets, however many there are.
inline std::vector<FaultSet> given_faults(const Fspec& fspec, std::size_t most, Meter meter) {
  constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();
  return *few_given_faults(fspec, most, any_number, meter);
}

class Enumeration {
 public:
  /// All sets of `given` and `more` omissions. `given` is one of given_faults().
  Enumeration(const Fspec& fspec, const FaultSet& given, std::uint32_t more);
  /// The number of sets that the Fspec admits, saturating at 2^64 - 1.
  [[nodiscard]] std::uint64_t total() const {
    return admitted_ ? choose(free_.size(), chosen_.size()) : 0;
  }
  /// Goes to the set of rank `first` < total().
  void seek(std::uint64_t first);
  [[nodiscard]] FaultSet faults() const;
  /// Goes to the next set; false if this was the last one.
  bool next();

 private:
  std::vector<Fault> given_;
  bool admitted_;  ///< there may be so many omissions, and faults
  std::vector<Omission> free_;
  std::vector<std::size_t> chosen_;
};

}  // namespace ldfi
