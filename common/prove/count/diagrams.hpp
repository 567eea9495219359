// Reduced ordered binary decision diagrams [BRYANT86] with complemented edges [BRB90]: Boolean
// functions of numbered variables. Two functions are equal exactly if their edges are equal. Nodes
// are never freed, so their number is limited. Private to common/prove/count.
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
  /// A Boolean function: twice the index of a node, plus one for the negation of the node's
  /// function.
  using Edge = std::uint32_t;
  static constexpr Edge yes = 0;
  static constexpr Edge no = 1;
  /// Largest number of variables. The limit protects the stack, because recursion can be as deep as
  /// there are variables.
  static constexpr std::size_t max_variables = 10'000;

  /// Requires variables ≤ max_variables and max_nodes < 2^31. The meter must outlive this object.
  /// Operations that need more than `max_nodes` nodes throw BudgetExceeded("steps").
  Diagrams(std::size_t variables, std::size_t max_nodes, Meter& meter);

  /// Returns the function that is true exactly if the variable `number` is true. Variables with
  /// small numbers are at the top of the diagram. Requires that the variable exists.
  [[nodiscard]] Edge variable(std::size_t number);
  [[nodiscard]] static constexpr Edge negation(Edge a) { return a ^ 1U; }
  [[nodiscard]] Edge both(Edge a, Edge b);
  [[nodiscard]] Edge either(Edge a, Edge b) { return negation(both(negation(a), negation(b))); }
  /// Returns the function that is true if at most `most` of the listed variables are true. Requires
  /// that the list is sorted.
  [[nodiscard]] Edge at_most(std::size_t most, const std::vector<std::size_t>& variables);
  /// Returns how many assignments to all variables make the function true.
  [[nodiscard]] BigInt models(Edge a);
  [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }

 private:
  struct Node {
    std::uint32_t variable;
    Edge low;   ///< function if the variable is false
    Edge high;  ///< function if the variable is true; never complemented
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
  std::vector<Node> nodes_;  ///< children come before their parents; node 0 is the constant `yes`
  std::vector<std::uint32_t> table_;  ///< hash table of nodes; 0 marks a free slot
  /// Cache of results of both(). Each entry has the latest result for operands with the same hash.
  std::vector<Known> known_;
  /// For each node, the number of models of its function over its own variable and all later
  /// variables.
  std::vector<BigInt> models_;
};

}  // namespace ldfi::count
