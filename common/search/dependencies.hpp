// Computes which relations depend on which others through an odd number of negations. The paper's
// conservative analysis of absent facts needs this [LDFI15 App. B]. The head of a rule depends on
// each relation of the body, and negatively on those that are negated. The head of an aggregate
// depends on its body in both ways, because one more contributor may change it as well as one less.
//
//   Dependencies d(program);  d.odd(ack, retry, Dependencies::Within::anything)
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::search {

class Dependencies {
 public:
  enum class Within : std::uint8_t {
    anything,  ///< dependencies through all rules
    tick,      ///< dependencies through deductive rules only: effects within one tick
  };

  explicit Dependencies(const dedalus::Program& program);
  /// Returns true if `to` depends on `from` through an odd number of negations. Both must be
  /// relations of the program, which is not checked.
  [[nodiscard]] bool odd(RelationId from, RelationId to, Within within) const {
    return (within == Within::tick ? tick_ : anything_)[from.index()][to.index()];
  }

 private:
  using Matrix = std::vector<std::vector<bool>>;  ///< elements are accessed as matrix[from][to]
  Matrix anything_;
  Matrix tick_;
};

}  // namespace ldfi::search
