// And-gates over faults, and the clauses that say the same (Tseitin, of each gate the directions that
// matter). A literal is a number, its negation the negative one; 1 is true.
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

  /// `check` is called now and then from now on, and may throw.
  void ask(std::function<void()> check) { check_ = std::move(check); }

  int input(const std::string& name);
  int all(Clause of);
  int any(Clause of);
  /// How many of them hold: [k] is true iff at least k do.
  std::vector<int> at_least(const std::vector<int>& of, std::size_t most);

  [[nodiscard]] const std::map<std::string, int>& inputs() const { return inputs_; }
  /// The value of a literal when exactly these inputs are true.
  [[nodiscard]] bool value(int literal, const std::vector<int>& true_inputs) const;
  /// What makes `asserted` follow: the gates that they rest on, and themselves.
  [[nodiscard]] std::vector<Clause> clauses(const std::vector<Clause>& asserted) const;

 private:
  struct Hash {
    std::size_t operator()(const Clause& of) const;
  };
  std::vector<Clause> gates_ = {{}, {}};  ///< by variable: what it is the conjunction of
  std::vector<bool> is_input_ = {false, false};
  std::unordered_map<Clause, int, Hash> known_;
  std::map<std::string, int> inputs_;
  std::function<void()> check_;
  std::uint64_t asked_ = 0;
};

}  // namespace ldfi::certificate
