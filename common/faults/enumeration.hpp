// All subsets of a given size of the omissions that some crashes leave free, in lexicographic
// order: the pieces in which exhaustive search visits every admissible fault set exactly once.
//
//   Enumeration e(fspec, crashes, size);  e.total();  e.seek(first);  do { use(e.faults()); } while
//   (e.next());
#pragma once

#include <cstdint>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// Binomial coefficient, saturating at 2^64 - 1.
std::uint64_t choose(std::uint64_t n, std::uint64_t k);

class Enumeration {
 public:
  Enumeration(const Fspec& fspec, std::vector<Crash> crashes, std::uint32_t omissions);
  /// How many sets there are (saturating at 2^64 - 1).
  [[nodiscard]] std::uint64_t total() const { return choose(free_.size(), chosen_.size()); }
  /// Goes to the set of rank `first` < total().
  void seek(std::uint64_t first);
  [[nodiscard]] FaultSet faults() const;
  /// Goes to the next set; false if this was the last one.
  bool next();

 private:
  std::vector<Crash> crashes_;
  std::vector<Omission> free_;
  std::vector<std::size_t> chosen_;
};

}  // namespace ldfi
