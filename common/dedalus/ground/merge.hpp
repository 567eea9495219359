// Simplifications after grounding and before numbering. Private to common/dedalus/ground.
#pragma once

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Removes the facts that a Pruner found impossible from instances and groups.
void drop_impossible(Store& store);

/// A user fact whose only instance says "the aggregate has value v" is the same as that aggregate
/// fact, so its uses become uses of the aggregate fact. Then instances that differ in nothing but
/// the aggregate's value are merged, one for each run of consecutive possible values: `Cnt > 1`
/// over {1, 2, 3} rests on one range [2, 3] instead of two values. (docs/explanation/search.md#why-and-why-not-circuits: where only a
/// threshold matters, encode it directly.)
void merge_aggregate_ranges(Store& store);

/// Removes the instances of certain facts, premises that have become certain, and duplicates; sorts
/// the other instances by head.
void tidy_instances(Store& store);

}  // namespace ldfi::ground
