// Applies rules to rows whose columns are ranges of values. If a rule derives a row from values
// within the ranges, the derived ranges contain this row. Conditions that a fact must be absent are
// ignored.
#pragma once

#include <limits>
#include <map>
#include <set>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::minimise {

/// All values from low to high. A text or a known number is a range of one value. The default range
/// contains every value.
struct Range {
  dedalus::Value low = std::numeric_limits<dedalus::Value>::min();
  dedalus::Value high = std::numeric_limits<dedalus::Value>::max();
  auto operator<=>(const Range&) const = default;
};
using Row = std::vector<Range>;
using Rows = std::map<RelationId, std::set<Row>>;

/// Returns the rows that the rule derives from `rows`. Facts that must be absent are assumed to be
/// absent. The only aggregates with a result are counts, and the result is only an upper bound.
[[nodiscard]] std::set<Row> fire(const dedalus::Rule& rule, const Rows& rows);

}  // namespace ldfi::minimise
