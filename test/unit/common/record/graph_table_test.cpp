#include "common/record/graph_table.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

GraphTable small_graph() {
  GraphTable out;
  out.goals.resize(3);
  out.firings = {{"rule", "file:1", 0, {1, 2}}};
  out.roots = {0};
  return out;
}

TEST(GraphTable, IsMalformedIfAGoalIsMissing) {
  EXPECT_EQ(malformed(GraphTable()), nullptr);
  EXPECT_EQ(malformed(small_graph()), nullptr);
  GraphTable graph = small_graph();
  graph.roots.push_back(3);
  EXPECT_STREQ(malformed(graph), "a root of a derivation graph is a goal that does not exist");
  const char* const of_rule = "a rule of a derivation graph has a goal that does not exist";
  graph = small_graph();
  graph.firings[0].head = 3;
  EXPECT_STREQ(malformed(graph), of_rule);
  graph = small_graph();
  graph.firings[0].premises.push_back(3);
  EXPECT_STREQ(malformed(graph), of_rule);
}

}  // namespace
}  // namespace ldfi
