#include "results/views/lineage/dot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/views/lineage/explain.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Dot, HostileTextStaysText) {
  const Sample sample(hostile_program(), 3, hostile_names());
  const Rerun e = sample.execute("none");
  const Lineage lineage = explain(sample.subject, e, e, first_questions(sample.subject, e));
  const std::string dot = to_dot(lineage, "\"];} digraph evil {");
  EXPECT_THAT(dot, HasSubstr("label=\"\\\"];} digraph evil {\""));
  EXPECT_THAT(dot, Not(HasSubstr("\x1b")));
  EXPECT_THAT(dot, Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_THAT(dot, HasSubstr(std::string(10'000, 'x'))) << "in the tooltip";
}

}  // namespace
}  // namespace ldfi::results
