// Reduced ordered binary decision diagrams [BRYANT86] with complemented edges [BRB90]: Boolean functions of
// numbered variables. Equal functions are equal edges. Nothing is ever freed, so their number is limited.
// Private to common/prove/count.
//
//   Diagrams d(2, max_nodes, meter);
//   const Edge both = d.both(d.variable(0), d.variable(1));
//   d.models(both);                                                // 1
#pragma once

#include <cstdint>
#include <vector>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"

namespace ldfi::count {

class Diagrams {
 public:
  /// A function. The last bit says that it is the negation of its node's.
  using Edge = std::uint32_t;
  static constexpr Edge yes = 0;
  static constexpr Edge no = 1;
  /// Recursion is as deep as there are variables.
  static constexpr std::size_t max_variables = 10'000;

  /// Requires at most max_variables, and a meter that outlives this. What makes more nodes than
  /// max_nodes, which are below 2^31, throws BudgetExceeded, "steps".
  Diagrams(std::size_t variables, std::size_t max_nodes, Meter& meter);

  /// Requires a number below that of variables; those with small numbers are asked first.
  [[nodiscard]] Edge variable(std::size_t number);
  [[nodiscard]] static constexpr Edge negation(Edge a) { return a ^ 1U; }
  [[nodiscard]] Edge both(Edge a, Edge b);
  [[nodiscard]] Edge either(Edge a, Edge b) { return negation(both(negation(a), negation(b))); }
  /// At most so many of these variables, given in their order.
  [[nodiscard]] Edge at_most(std::size_t most, const std::vector<std::size_t>& variables);
  /// How many assignments of all variables make it true.
  [[nodiscard]] BigInt models(Edge a);
  [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }

 private:
  struct Node {
    std::uint32_t variable;
    Edge low;   ///< where the variable is false
    Edge high;  ///< where it is true; never complemented
    bool operator==(const Node&) const = default;
  };
  struct Known {
    Edge a = yes;
    Edge b = yes;
    Edge both = yes;
  };
  [[nodiscard]] const Node& node(Edge a) const { return nodes_[a >> 1U]; }
  [[nodiscard]] Edge make(std::uint32_t variable, Edge low, Edge high);
  [[nodiscard]] std::size_t slot(const Node& node) const;
  void grow();
  [[nodiscard]] BigInt shifted(Edge a, std::uint32_t variable) const;

  std::size_t variables_;
  std::size_t max_nodes_;
  Meter& meter_;
  std::vector<Node> nodes_;           ///< children before parents; the first one is `yes`
  std::vector<std::uint32_t> table_;  ///< nodes by hash; 0: free
  std::vector<Known> known_;          ///< by hash of a and b; what was last asked stands there
  std::vector<BigInt> models_;        ///< by node, of variables from its own on
};

}  // namespace ldfi::count
