// Computes which relations depend on which others through an odd number of negations. This static
// analysis is used by the paper's conservative why-not [LDFI15 App. B]. A rule makes its head
// depend on each relation of its body, negatively on those that it negates. The head of an
// aggregate depends on its body in both ways, because one more contributor may change it as well as
// one less.
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
    anything,  ///< all rules
    tick,      ///< only deductive rules: effects within one tick
  };

  explicit Dependencies(const dedalus::Program& program);
  /// Returns true if `to` depends on `from` through an odd number of negations. Requires relations
  /// of the program, but does not check this.
  [[nodiscard]] bool odd(RelationId from, RelationId to, Within within) const {
    return (within == Within::tick ? tick_ : anything_)[from.index()][to.index()];
  }

 private:
  using Matrix = std::vector<std::vector<bool>>;  ///< [from][to]
  Matrix anything_;
  Matrix tick_;
};

}  // namespace ldfi::search
