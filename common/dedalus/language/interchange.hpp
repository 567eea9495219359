// Which names a program treats alike: to swap two of them in its text leaves the same program, but for
// the order of rules, facts and literals, and for the names of variables.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

class Interchange {
 public:
  /// `program` must outlive this.
  explicit Interchange(const Program& program);

  /// True only if executions are executions again with the two names swapped. Names that mean
  /// something else to the program (relations), and those that it does not have, are alike to no other.
  [[nodiscard]] bool alike(std::string_view a, std::string_view b) const;

 private:
  struct Swap {
    Value a = -1, b = -1;
    [[nodiscard]] Value operator()(Value v) const { return v == a ? b : v == b ? a : v; }
  };
  [[nodiscard]] std::string key(const GivenFact& fact, Swap swap) const;
  [[nodiscard]] std::string key(const Rule& rule, Swap swap) const;
  [[nodiscard]] bool closed(Value mentioned, Swap swap) const;
  void mention(const Rule& rule, std::size_t number);

  const Program& program_;
  std::unordered_set<std::string> keys_;                 ///< of all rules and facts
  std::vector<std::vector<std::size_t>> rules_, facts_;  ///< by symbol: where it occurs
};

}  // namespace ldfi::dedalus
