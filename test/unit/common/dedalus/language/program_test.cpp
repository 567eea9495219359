#include "common/dedalus/language/program.hpp"

#include <gtest/gtest.h>

#include "test/support/specified_program.hpp"

namespace ldfi::dedalus {
namespace {

Program specified(const std::string& protocol) {
  test::SpecifiedProgram out{{protocol, {}}, "", {}};
  out.protocol.fspec.eot = 3;
  out.protocol.fspec.nodes = {"a"};
  out.rules =
      "spec one critical always; one(X) :- p(\"a\", X);"
      "spec two major finally explains one; two(X) :- p(\"a\", X);";
  return test::check(out);
}

TEST(Program, IsJudgedByOneSpecification) {
  const Program program = specified("p(\"a\", 1)@1; post(X) :- p(\"a\", X);");
  ASSERT_EQ(program.specifications.size(), 3U);
  const Program two = judged_by(program, 2);
  ASSERT_EQ(two.specifications.size(), 1U);
  EXPECT_EQ(two.specifications[0].says.name, "two");
  // The second specification explains another one, which the result does not contain.
  EXPECT_FALSE(two.specifications[0].says.explains);
  EXPECT_FALSE(two.pre || two.post);
  EXPECT_EQ(two.rules.size(), program.rules.size());
}

TEST(Program, TheInvariantIsThatOfAProgramWithoutSpecifications) {
  const Program invariant = judged_by(specified("p(\"a\", 1)@1; post(X) :- p(\"a\", X);"), 0);
  EXPECT_TRUE(invariant.specifications.empty());
  EXPECT_TRUE(invariant.post);
}

TEST(Program, ThereIsNoSpecificationBeyondTheLast) {
  const Program program = specified("p(\"a\", 1)@1;");
  EXPECT_EQ(judged_by(program, 1).specifications[0].says.name, "two");
  EXPECT_THROW(judged_by(program, 2), std::out_of_range);
}

}  // namespace
}  // namespace ldfi::dedalus
