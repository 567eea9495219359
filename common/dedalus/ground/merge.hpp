// Simplifies the tables of a grounding before facts get their final numbers. Private to
// common/dedalus/ground.
#pragma once

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Removes the facts that a Pruner found impossible from instances and groups.
void drop_impossible(Store& store);

/// Replaces single values of aggregates by ranges. If the only instance of a user fact states "the
/// aggregate has value v", that user fact is replaced by the aggregate fact wherever it is a
/// premise. Instances that differ only in the aggregate's value are then merged, one for each run
/// of consecutive possible values. For example, `Cnt > 1` over {1, 2, 3} has one range [2, 3] as
/// premise instead of two values. So thresholds are encoded directly
/// (docs/explanation/search.md#why-and-why-not-circuits).
void merge_aggregate_ranges(Store& store);

/// Removes what cannot change an execution: instances that derive a fact that is certain to hold,
/// instances that require such a fact to be absent, premises that are certain to hold, and
/// duplicates. Sorts the remaining instances by head.
void tidy_instances(Store& store);

}  // namespace ldfi::ground
