// Grounding takes every fact for possible that some rule could derive from possible facts. Where
// those exclude each other, one that knows better can stop it before the error multiplies.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/ground/pruned.hpp"
#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

class Pruner {
 public:
  virtual ~Pruner() = default;
  /// Asked at the end of each tick's deduction: facts of the store, grounded since the last call,
  /// that hold under no admissible fault set. They are dropped; leaving some out costs only room.
  virtual std::vector<FactId> impossible(const Store& store) = 0;

  /// Whether it bounds what counts on within a tick: then the grounder says where recursion within
  /// a tick begins and ends, and asks within it.
  [[nodiscard]] virtual bool bounds_counting() const { return false; }
  /// The instances from here on, up to leave(), are of one recursive stratum; all facts that it
  /// rests on are final.
  virtual void enter(const Store& /*store*/) {}
  virtual void leave(const Store& /*store*/) {}
  /// Those of `asked`, facts of that stratum, that hold under no admissible fault set by the
  /// instances found so far; leaving some out costs only room.
  virtual std::vector<FactId> unreached(const Store& /*store*/, std::span<const FactId> /*asked*/) {
    return {};
  }
};

/// Knows what another pruner answered when the same program was grounded for the same Fspec.
class KnownImpossible final : public Pruner {
 public:
  /// Universe::pruned(), which must outlive it, and Universe::bounded().
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
