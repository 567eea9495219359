// The result of judging one execution.
#pragma once

#include <string>
#include <vector>

namespace ldfi::check {

struct Judgement {
  std::vector<std::string>
      violated;  ///< texts of the violations, sorted, without repetitions; empty if there is no
                 ///< violation
  /// True if the history has at least one operation that the checker judges
  /// (docs/reference/checkers.md).
  bool judged = false;
  std::string undecided{};  ///< reason why the history could not be judged; empty if it was judged
};

}  // namespace ldfi::check
