#include "common/systems/node_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;

Plan plan_of(std::vector<std::string> command) {
  Plan out;
  out.nodes = {"a", "b"};
  out.command = std::move(command);
  return out;
}

TEST(NodeCommand, NamesTheNode) {
  const Plan plan = plan_of({"./s", "{node}", "--port=400{index}", "{node}{node}-{index}"});
  EXPECT_THAT(node_command(plan, 0), ElementsAre("./s", "a", "--port=4000", "aa-0"));
  EXPECT_THAT(node_command(plan, 1), ElementsAre("./s", "b", "--port=4001", "bb-1"));
}

TEST(NodeCommand, LeavesOtherBraces) {
  const Plan plan = plan_of({"{{node}}", "{{index}} {{more}}", "${node}", "{}", "{", "}{", "{A}",
                             "{node", "f({x}) {node}", "{{{node}}}", "{{more}}", "{ node }"});
  EXPECT_THAT(node_command(plan, 1),
              ElementsAre("{node}", "{index} {{more}}", "${node}", "{}", "{", "}{", "{A}", "{node",
                          "f({x}) b", "{{node}}", "{more}", "{ node }"));
  for (const std::string& word : plan.command) EXPECT_FALSE(unknown_variable(word)) << word;
}

TEST(NodeCommand, RunnersHaveNone) {
  Plan plan = plan_of({"{node}"});
  plan.kind = Kind::runner;
  EXPECT_THAT(node_command(plan, 0), ElementsAre("{node}"));
  EXPECT_THAT(words_of_commands(plan), ElementsAre("{node}"));
}

TEST(NodeCommand, HasTheWordsOfAllNodes) {
  EXPECT_THAT(words_of_commands(plan_of({"./s", "{node}.conf", "x", "./s"})),
              ElementsAre("./s", "a.conf", "b.conf", "x"));
}

TEST(NodeCommand, FindsUnknownVariables) {
  EXPECT_EQ(unknown_variable("--x={name}"), "name");
  EXPECT_EQ(unknown_variable("{node}{node_id}{other}"), "node_id");
  EXPECT_EQ(unknown_variable("{nod}"), "nod");
}

}  // namespace
}  // namespace ldfi::systems
