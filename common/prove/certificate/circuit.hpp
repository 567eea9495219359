// A circuit of and-gates whose inputs are faults, and the clauses that describe the circuit to a
// SAT solver (Tseitin's encoding). A literal is the number of a gate or input, or the negative
// number for its negation. Literal 1 is true.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/prove/certificate/rejected.hpp"

namespace ldfi::certificate {

using Clause = std::vector<int>;

class Circuit {
 public:
  static constexpr int yes = 1;
  static constexpr int no = -1;

  /// Sets a function that the circuit calls regularly from now on. The function may throw to stop
  /// the check of the certificate, for example at a time limit.
  void ask(std::function<void()> check) { check_ = std::move(check); }

  int input(const std::string& name);
  int all(Clause of);
  int any(Clause of);
  /// Returns a list of `most` + 1 literals. The literal at index k is true exactly if at least k of
  /// the literals in `of` are true.
  std::vector<int> at_least(const std::vector<int>& of, std::size_t most);

  [[nodiscard]] const std::map<std::string, int>& inputs() const { return inputs_; }
  /// Returns the value of a literal if these inputs are true and all others are false.
  [[nodiscard]] bool value(int literal, const std::vector<int>& true_inputs) const;
  /// Returns clauses which say that all clauses in `asserted` are true. The result consists of
  /// `asserted` and of the clauses of all gates on which `asserted` depends.
  [[nodiscard]] std::vector<Clause> clauses(const std::vector<Clause>& asserted) const;

 private:
  struct Hash {
    std::size_t operator()(const Clause& of) const;
  };
  std::vector<Clause> gates_ = {{}, {}};  ///< for each variable, the literals of its conjunction
  std::vector<bool> is_input_ = {false, false};
  std::unordered_map<Clause, int, Hash> known_;
  std::map<std::string, int> inputs_;
  std::function<void()> check_;
  std::uint64_t asked_ = 0;
};

}  // namespace ldfi::certificate
