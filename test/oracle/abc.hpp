// What `berkeley-abc pdr` says of circuits: an IC3 that shares nothing with ours but the circuit, which it
// reads as --aiger writes it. Where it is not installed, nothing is asked.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/prove/forever/aig.hpp"

namespace ldfi::test {

class Abc {
 public:
  Abc();
  /// Whether it agrees that the wire is never true, or that it is at some tick. Answers come by hundreds: a
  /// process of its own for each would take longer than the question.
  void expect(const forever::Aig& aig, forever::Wire bad, bool never, std::string what);
  /// Asks what is left. Disagreements are failures of the test.
  void finish();
  [[nodiscard]] bool installed() const { return installed_; }
  [[nodiscard]] std::size_t proved() const { return proved_; }
  [[nodiscard]] std::size_t broken() const { return broken_; }

 private:
  struct Question {
    std::string circuit;
    bool never = false;
    std::string what;
  };
  bool installed_;
  std::vector<Question> questions_;
  std::size_t proved_ = 0;
  std::size_t broken_ = 0;
};

}  // namespace ldfi::test
