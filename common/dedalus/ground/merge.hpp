// Simplifications between grounding and numbering. Private to common/dedalus/ground.
#pragma once

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Removes what a Pruner found impossible from instances and groups.
void drop_impossible(Store& store);

/// A user fact whose only instance is "the aggregate has value v" is that aggregate fact: uses of
/// the former become uses of the latter. Then instances that differ in nothing but the aggregate's
/// value become one per run of consecutive possible values: `Cnt > 1` over {1, 2, 3} rests on one
/// range [2, 3] instead of two values. (SEARCH §3: where only a threshold matters, encode it
/// directly.)
void merge_aggregate_ranges(Store& store);

/// Removes instances of certain facts, premises that turned out certain, and duplicates; sorts the
/// rest by head.
void tidy_instances(Store& store);

}  // namespace ldfi::ground
