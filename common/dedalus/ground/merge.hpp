// Simplifies the ground rules after grounding, before facts get their final numbers. Private to
// common/dedalus/ground.
#pragma once

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Removes the facts that a pruner found impossible from groups and ground rules. Also removes the
/// ground rules whose head or positive premise is such a fact.
void drop_impossible(Store& store);

/// Replaces single values of aggregates by ranges. If the only ground rule of a fact has the
/// premise "the aggregate has value v", the aggregate fact replaces this fact in other premises.
/// Ground rules that differ only in the aggregate's value are then merged, one for each run of
/// consecutive possible values. For example, `Cnt > 1` over {1, 2, 3} has one range [2, 3] as
/// premise instead of two values. So the formula can encode thresholds directly
/// (docs/explanation/search.md#why-and-why-not-circuits).
void merge_aggregate_ranges(Store& store);

/// Removes everything that cannot change an execution. This includes duplicates, and premises that
/// always hold. It also includes ground rules whose head always holds, and those that require the
/// absence of a fact that always holds. Sorts the remaining ground rules by head.
void tidy_instances(Store& store);

}  // namespace ldfi::ground
