#include "common/systems/missed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/systems/fault_sets.hpp"
#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Missed, NamesWhatTheExecutionHasInstead) {
  const Read found = read(header({"O(n0,n1,m#0)"}) + sent(1, "lost") + sent(2, "ok", 1) +
                          received(12, 1) + verdict());
  ASSERT_TRUE(found.recording);
  std::vector<Diagnostic> problems;
  const Course course = follow(*found.recording, problems);
  EXPECT_THAT(missed(faults({"O(n0,n1,m#0)"}), *found.recording, course), IsEmpty());
  EXPECT_THAT(missed(faults({"O(n0,n1,m#9)", "O(n0,n1,w#0)", "O(n1,n0,m#0)", "C(n1,#9)"}),
                     *found.recording, course),
              ElementsAre("O(n0,n1,m#9) hits nothing: n0 sends n1 m#0 to m#1",
                          "O(n0,n1,w#0) hits nothing: n0 sends n1 m#0 to m#1",
                          "O(n1,n0,m#0) hits nothing: n1 sends n0 no message",
                          "C(n1,#9) hits nothing: n1 has 1 activation"));
}

}  // namespace
}  // namespace ldfi::systems
