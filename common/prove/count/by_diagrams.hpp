// Computes the numbers of count.hpp by decision diagrams. Each fact is a function of the faults, which are
// variables in the order of their ticks. Diagrams stay small for programs whose parts hardly depend on each
// other, because each fact depends on few faults. A pass over states has many states there. Private to
// common/prove/count.
#pragma once

#include "common/prove/count/count.hpp"
#include "common/prove/count/diagrams.hpp"

namespace ldfi::count {

class ByDiagrams {
 public:
  /// Requires has_diagrams(). The universe must outlive the object.
  ByDiagrams(const ground::Universe& universe, const CountLimits& limits);
  /// Returns the numbers of fault sets; `states` is 0.
  [[nodiscard]] Counts run();

 private:
  using Edge = Diagrams::Edge;
  [[nodiscard]] std::size_t number_variables();
  void find_admitted();
  void evaluate();
  void evaluate_component(const ground::Component& component);
  [[nodiscard]] Edge value(FactId f);
  [[nodiscard]] Edge fault(const FaultFact& fact);
  [[nodiscard]] Edge aggregate(const ground::AggregateRange& range);
  [[nodiscard]] Edge derived(FactId f);
  [[nodiscard]] Edge open(ground::ChannelId channel);
  [[nodiscard]] Edge crashed(NodeId node, int tick) const;

  static constexpr std::size_t none = ~std::size_t{0};
  const ground::Universe& u_;
  const Fspec& fspec_;
  Meter meter_;
  std::vector<std::vector<std::size_t>> crash_;  ///< variables, by node and tick
  std::vector<std::vector<std::vector<std::size_t>>>
      omission_;  ///< variables, by sender, receiver and tick
  Diagrams d_;
  std::vector<std::vector<Edge>> crashed_;  ///< by node and tick: the node has crashed by then
  Edge admitted_ = Diagrams::yes;           ///< the fault set is admissible
  std::vector<Edge> word_;                  ///< by fact: the fact holds under the fault set
};

}  // namespace ldfi::count
