// The result of judging one execution.
#pragma once

#include <string>
#include <vector>

namespace ldfi::check {

struct Judgement {
  std::vector<std::string>
      violated;  ///< texts of the violations, sorted, each once; empty if no rule is violated
  bool judged = false;  ///< true if at least one operation was judged (docs/reference/checkers.md)
  std::string undecided{};  ///< reason why the history cannot be judged; empty if it can
};

}  // namespace ldfi::check
