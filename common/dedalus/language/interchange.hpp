// Finds names that a program treats alike. If two such names are swapped in the text, the program
// stays the same, except for the order of rules, facts and literals, and for the names of
// variables.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

class Interchange {
 public:
  /// `program` must outlive this object.
  explicit Interchange(const Program& program);

  /// Returns true only if every execution stays an execution when the two names are swapped. May
  /// return false for names that are alike. Returns false for names of relations and for names that
  /// the program does not contain.
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
  /// Texts of all rules and facts, by which they are compared.
  std::unordered_set<std::string> keys_;
  /// For each symbol, the indices of the rules and of the facts in which it occurs.
  std::vector<std::vector<std::size_t>> rules_, facts_;
};

}  // namespace ldfi::dedalus
