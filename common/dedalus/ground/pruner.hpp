// The interface of a pruner, which finds facts that never hold, so that grounding can drop them.
// Grounding considers a fact possible if some rule could derive it from possible facts. This
// includes facts that need premises which exclude each other, and they can be very many.
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
  /// Returns facts of the store that hold under no admissible fault set, among those added since
  /// the last call. Grounding drops these facts. A fact that the pruner misses only costs memory.
  /// Called at the end of each tick's deduction.
  virtual std::vector<FactId> impossible(const Store& store) = 0;

  /// Returns true if the pruner can bound recursions that compute numbers within a tick. Then the
  /// grounder calls enter() before and leave() after such a recursion, and unreached() during the
  /// recursion.
  [[nodiscard]] virtual bool bounds_counting() const { return false; }
  /// Called before the recursion of a stratum. Until leave(), all new ground rules belong to this
  /// stratum. All facts of other strata on which it depends are final.
  virtual void enter(const Store& /*store*/) {}
  virtual void leave(const Store& /*store*/) {}
  /// Returns those facts of `asked` that hold under no admissible fault set, according to the
  /// ground rules found so far. `asked` are facts of the stratum that enter() began. A fact that
  /// the pruner misses only costs memory.
  virtual std::vector<FactId> unreached(const Store& /*store*/, std::span<const FactId> /*asked*/) {
    return {};
  }
};

/// A pruner that repeats the answers of another pruner. The other pruner must have given them when
/// the same program was grounded for the same Fspec.
class KnownImpossible final : public Pruner {
 public:
  /// `pruned` and `bounded` come from Universe::pruned() and Universe::bounded(). `pruned` must
  /// outlive this object. Facts that the store does not have are ignored.
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
