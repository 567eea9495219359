// Compares our answers about circuits with those of `berkeley-abc pdr`, an independent
// implementation of the algorithm IC3. It reads circuits in the format of --aiger. If the program
// is not installed, nothing is compared.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/prove/forever/aig.hpp"

namespace ldfi::test {

class Abc {
 public:
  Abc();
  /// Expects that abc finds the wire `bad` never true if `never` is true, and true at some tick
  /// otherwise. Several questions are collected for one process of abc, because starting a process
  /// takes longer than most answers.
  void expect(const forever::Aig& aig, forever::Wire bad, bool never, std::string what);
  /// Sends the remaining questions to abc. Each different answer fails the test.
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
