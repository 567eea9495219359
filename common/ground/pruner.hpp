// Grounding takes every fact for possible that some rule could derive from possible facts. Where
// those exclude each other, one that knows better can stop it before the error multiplies.
#pragma once

#include <vector>

#include "common/ground/store.hpp"

namespace ldfi::ground {

class Pruner {
 public:
  virtual ~Pruner() = default;
  /// Asked at the end of each tick's deduction: facts of the store, grounded since the last call,
  /// that hold under no admissible fault set. They are dropped; leaving some out costs only room.
  virtual std::vector<FactId> impossible(const Store& store) = 0;
};

}  // namespace ldfi::ground
