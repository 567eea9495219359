#include "worker/drive/script.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

systems::Plan plan_of_one_operation() {
  systems::Plan out;
  out.nodes = {"n0"};
  systems::Operation one;
  one.client = "c1";
  one.node = "n0";
  one.body = R"({"type":"read"})";
  out.operations = {one};
  return out;
}

TEST(Script, KnowsTheOperationsAndNodesOfItsPlanOnly) {
  const systems::Plan of = plan_of_one_operation();
  Script script(of);
  EXPECT_EQ(script.asked(0)->type, "read");
  EXPECT_NE(script.request(0, 7).find("\"msg_id\":7"), std::string::npos);
  EXPECT_NE(script.introduction(0, 1).find("\"node_id\":\"n0\""), std::string::npos);
  EXPECT_THROW(static_cast<void>(script.asked(1)), InternalError);
  EXPECT_THROW(script.request(1, 7), InternalError);
  EXPECT_THROW(script.introduction(1, 1), InternalError);
}

}  // namespace
}  // namespace ldfi::drive
