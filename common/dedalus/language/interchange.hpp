// Finds names that a program treats alike. Swapping two such names in the text leaves the same
// program, up to the order of rules, facts and literals, and the names of variables.
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

  /// Returns true only if every execution stays an execution when the two names are swapped.
  /// Returns false for names of relations and for names that the program does not contain. May
  /// return false for names that are alike.
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
  std::unordered_set<std::string> keys_;  ///< keys of all rules and facts
  /// By symbol: indices of the rules or facts in which it occurs.
  std::vector<std::vector<std::size_t>> rules_, facts_;
};

}  // namespace ldfi::dedalus
