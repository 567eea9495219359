// What a checker says of one execution.
#pragma once

#include <string>
#include <vector>

namespace ldfi::check {

struct Judgement {
  std::vector<std::string> violated;  ///< for a person, sorted, each once; empty: it passes
  bool promised = false;              ///< some client was told yes
  std::string undecided{};            ///< why it cannot be judged, if it cannot
};

}  // namespace ldfi::check
