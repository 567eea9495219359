// The numbers of count.hpp by decision diagrams: each fact is a function of the faults, which are
// variables in the order of their ticks. What is hard to count for a pass over states, because parts of
// the program hardly depend on each other, is easy here: a fact depends on few faults. Private to
// common/prove/count.
#pragma once

#include "common/prove/count/count.hpp"
#include "common/prove/count/diagrams.hpp"

namespace ldfi::count {

class ByDiagrams {
 public:
  /// Requires has_diagrams(); the universe must outlive this.
  ByDiagrams(const ground::Universe& universe, const CountLimits& limits);
  /// Without `states`.
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
  std::vector<std::vector<std::size_t>> crash_;                  ///< variables, by node and tick
  std::vector<std::vector<std::vector<std::size_t>>> omission_;  ///< by sender, receiver and tick
  Diagrams d_;
  std::vector<std::vector<Edge>> crashed_;  ///< by node and tick: by then
  Edge admitted_ = Diagrams::yes;
  std::vector<Edge> word_;  ///< by fact: when it holds, of fault sets that are admitted
};

}  // namespace ldfi::count
