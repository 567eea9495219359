// Prints how many histories a test compared, and for how many the verdicts differed.
#pragma once

#include <cstdint>
#include <iostream>
#include <string>
#include <utility>

namespace ldfi::test {

/// Counts the histories that a test has compared. The destructor prints the counts in one line,
/// also if the test has failed.
class VerdictCounts {
 public:
  explicit VerdictCounts(std::string oracle) : oracle_(std::move(oracle)) {}
  VerdictCounts(const VerdictCounts&) = delete;
  VerdictCounts& operator=(const VerdictCounts&) = delete;
  ~VerdictCounts() {
    std::cout << oracle_ << ": " << histories_ << " histories, " << differences_
              << " differences\n";
  }

  /// Counts a history. `agrees` is true if the checker and the second implementation have the same
  /// verdict.
  void count(bool agrees) {
    ++histories_;
    if (!agrees) ++differences_;
  }

 private:
  std::string oracle_;
  std::uint64_t histories_ = 0;
  std::uint64_t differences_ = 0;
};

}  // namespace ldfi::test
