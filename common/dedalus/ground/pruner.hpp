// Grounding considers a fact possible if some rule could derive it from possible facts. If such
// facts exclude each other, their combinations multiply although they never happen. A pruner finds
// such facts, and grounding drops them.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/pruned.hpp"
#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

class Pruner {
 public:
  virtual ~Pruner() = default;
  /// Called at the end of each tick's deduction. Returns facts of the store, grounded since the
  /// last call, that hold under no admissible fault set. They are dropped. Missing some only costs
  /// memory.
  virtual std::vector<FactId> impossible(const Store& store) = 0;

  /// Returns true if it bounds counting recursion within a tick. Then the grounder calls enter()
  /// and leave() around recursion, and unreached() within it.
  [[nodiscard]] virtual bool bounds_counting() const { return false; }
  /// Called before a recursive stratum. Until leave(), all new instances belong to this stratum.
  /// All facts that the stratum depends on are final.
  virtual void enter(const Store& /*store*/) {}
  virtual void leave(const Store& /*store*/) {}
  /// Returns those of `asked`, facts of that stratum, that hold under no admissible fault set
  /// according to the instances found so far. Missing some only costs memory.
  virtual std::vector<FactId> unreached(const Store& /*store*/, std::span<const FactId> /*asked*/) {
    return {};
  }
};

/// Repeats the answers that another pruner gave when the same program was grounded for the same
/// Fspec.
class KnownImpossible final : public Pruner {
 public:
  /// Takes Universe::pruned(), which must outlive this object, and Universe::bounded(). Ignores
  /// fact numbers that the store does not have.
  explicit KnownImpossible(std::span<const PrunedFact> pruned, bool bounded = false)
      : left_(pruned), bounded_(bounded) {}
  std::vector<FactId> impossible(const Store& store) override { return answer(store); }
  [[nodiscard]] bool bounds_counting() const override { return bounded_; }
  std::vector<FactId> unreached(const Store& store, std::span<const FactId> /*asked*/) override {
    return answer(store);
  }

 private:
  std::vector<FactId> answer(const Store& store);

  std::span<const PrunedFact> left_;
  bool bounded_;
  std::int32_t question_ = 0;
};

}  // namespace ldfi::ground
