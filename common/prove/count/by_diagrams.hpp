// Counts fault sets by outcome, as count.hpp does, but with decision diagrams. Each fact is a
// function of the faults, which are variables in the order of their ticks. Diagrams stay small for
// programs whose parts hardly depend on each other, because each fact depends on few faults. Such
// programs have many states, so a pass over states is slow. Private to common/prove/count.
#pragma once

#include "common/prove/count/count.hpp"
#include "common/prove/count/diagrams.hpp"

namespace ldfi::count {

class ByDiagrams {
 public:
  /// Requires that has_diagrams() is true. The universe must outlive this object.
  ByDiagrams(const ground::Universe& universe, const CountLimits& limits);
  /// Returns the numbers of fault sets by outcome. Counts::states is 0.
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
  /// For each node and tick, the number of the variable which says that the node crashes then.
  std::vector<std::vector<std::size_t>> crash_;
  /// For each sender, receiver and tick, the number of the variable which says that the message is
  /// omitted.
  std::vector<std::vector<std::vector<std::size_t>>> omission_;
  Diagrams d_;
  /// For each node and tick, the function which says that the node has crashed by this tick.
  std::vector<std::vector<Edge>> crashed_;
  Edge admitted_ = Diagrams::yes;  ///< the function which says that the fault set is admissible
  /// For each fact, the function which says that the fact holds under the fault set.
  std::vector<Edge> word_;
};

}  // namespace ldfi::count
