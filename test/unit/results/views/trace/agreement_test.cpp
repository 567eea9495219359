#include "results/views/trace/agreement.hpp"

#include <gtest/gtest.h>

#include "common/dedalus/trace/graph_table.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

// The graphs that ldfi-farm stored equal the graphs derived here from the stored program.
TEST(StoredGraphs, AgreeWithTheRerun) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  const Rerun e = sample.execute("O(a,b,1) C(a,2)");
  const GraphTable table = trace::graph_table(sample.subject.program(), sample.subject.fspec(),
                                              e.faults, *e.model, "O(a,b,1) C(a,2)");
  EXPECT_TRUE(agrees(sample.subject, table));
  GraphTable other = table;
  other.goals.back().text += "?";
  EXPECT_FALSE(agrees(sample.subject, other));
  other = table;
  other.firings.pop_back();
  EXPECT_FALSE(agrees(sample.subject, other));
}

}  // namespace
}  // namespace ldfi::results
