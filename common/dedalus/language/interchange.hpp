// Finds names that can be swapped everywhere in a program without changing the program. The order
// of rules, facts and literals, and the names of variables, are ignored.
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

  /// Returns true only if every execution is still an execution of the program after the two names
  /// are swapped. May return false although this is so. Returns false for names of relations and
  /// for names that the program does not contain.
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
  /// Encoded rules and facts of the program, to find out whether a changed rule belongs to the
  /// program, too.
  std::unordered_set<std::string> keys_;
  /// For each symbol, the indices of the rules (rules_) and facts (facts_) that mention it.
  std::vector<std::vector<std::size_t>> rules_, facts_;
};

}  // namespace ldfi::dedalus
