// The interface of a pruner. Grounding considers a fact possible if some rule could derive it from
// possible facts. If such facts exclude each other, their combinations multiply although they never
// happen. A pruner finds facts that never hold, and grounding drops them.
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
  /// Returns facts of the store that were grounded since the last call and hold under no admissible
  /// fault set. Grounding drops them. If the pruner misses some, this only costs memory. Called at
  /// the end of each tick's deduction.
  virtual std::vector<FactId> impossible(const Store& store) = 0;

  /// Returns true if the pruner bounds recursions within a tick that compute numbers. Then the
  /// grounder calls enter() and leave() around a recursion, and unreached() within it.
  [[nodiscard]] virtual bool bounds_counting() const { return false; }
  /// Called before the recursion of a stratum. Until leave(), all new instances belong to this
  /// stratum. All facts on which the stratum depends are final.
  virtual void enter(const Store& /*store*/) {}
  virtual void leave(const Store& /*store*/) {}
  /// Returns those facts of `asked` that hold under no admissible fault set, according to the
  /// instances found so far. If the pruner misses some, this only costs memory. `asked` are facts
  /// of the present stratum.
  virtual std::vector<FactId> unreached(const Store& /*store*/, std::span<const FactId> /*asked*/) {
    return {};
  }
};

/// A pruner that repeats the answers of another pruner, which were given when the same program was
/// grounded for the same Fspec.
class KnownImpossible final : public Pruner {
 public:
  /// `pruned` and `bounded` are the results of Universe::pruned() and Universe::bounded(). `pruned`
  /// must outlive this object. Numbers of facts that the store does not have are ignored.
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
