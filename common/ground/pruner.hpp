// Grounding takes every fact for possible that some rule could derive from possible facts. Where
// those exclude each other, one that knows better can stop it before the error multiplies.
#pragma once

#include <span>
#include <vector>

#include "common/ground/pruning.hpp"
#include "common/ground/store.hpp"

namespace ldfi::ground {

class Pruner {
 public:
  virtual ~Pruner() = default;
  /// Asked at the end of each tick's deduction: facts of the store, grounded since the last call,
  /// that hold under no admissible fault set. They are dropped; leaving some out costs only room.
  virtual std::vector<FactId> impossible(const Store& store) = 0;
};

/// Knows what another pruner found when the same program was grounded for the same Fspec.
class KnownImpossible final : public Pruner {
 public:
  /// Universe::pruned(), which must outlive it.
  explicit KnownImpossible(std::span<const PrunedFact> pruned) : left_(pruned) {}
  std::vector<FactId> impossible(const Store& store) override;

 private:
  std::span<const PrunedFact> left_;
  std::int32_t now_ = 0;
};

}  // namespace ldfi::ground
