// Rules fired on rows of ranges: whatever a rule derives from values of these ranges is in a row that
// is derived here, absences aside.
#pragma once

#include <limits>
#include <map>
#include <set>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::minimise {

/// From low to high: texts, and numbers that are known, are one value. Otherwise any.
struct Range {
  dedalus::Value low = std::numeric_limits<dedalus::Value>::min();
  dedalus::Value high = std::numeric_limits<dedalus::Value>::max();
  auto operator<=>(const Range&) const = default;
};
using Row = std::vector<Range>;
using Rows = std::map<RelationId, std::set<Row>>;

/// The heads. What must be absent is taken to be, and of aggregates only counts are known, and these
/// only from above.
[[nodiscard]] std::set<Row> fire(const dedalus::Rule& rule, const Rows& rows);

}  // namespace ldfi::minimise
