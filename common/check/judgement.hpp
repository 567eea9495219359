// The result of judging one execution.
#pragma once

#include <string>
#include <vector>

namespace ldfi::check {

struct Judgement {
  std::vector<std::string> violated;  ///< violations in words, sorted, each once; empty: it passes
  bool judged = false;      ///< at least one operation was judged (docs/reference/checkers.md)
  std::string undecided{};  ///< reason why the history cannot be judged; empty if it can
};

}  // namespace ldfi::check
