#include "common/dedalus/language/constants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/support/execution.hpp"

namespace ldfi::dedalus {
namespace {

using ::testing::HasSubstr;

/// Returns the tuples of a relation at a tick, for a program that consists of several files.
std::string run(const std::vector<std::string>& files, const std::string& relation, int tick = 2) {
  Sources sources;
  for (std::size_t i = 0; i < files.size(); ++i) {
    sources.programs.push_back(std::to_string(i) + ".ded");
    sources.files.push_back({sources.programs.back(), files[i]});
  }
  test::Execution e;
  e.program = std::make_unique<Program>(check_program(sources, {{"a", "b"}, 4}));
  e.fspec = std::make_unique<Fspec>(FspecParameters{4, 0, 0, e.program->nodes});
  e.model = eval::run(*e.program, *e.fspec, {});
  return e.at(relation, tick);
}

std::string problems(const std::vector<std::string>& files) {
  try {
    run(files, "p");
  } catch (const SourcedError& e) {
    return render(e.diagnostics(), e.sources());
  }
  return "";
}

TEST(Constants, StandWhereValuesMay) {
  const std::string program = R"(
    p(WHO, LIMIT)@START; p("a", 1)@2; p("b", 8)@START;
    small(X) :- p(X, N), N <= LIMIT + 0 - LIMIT / 4;
    equal(X) :- p(X, LIMIT);
    at.start(X, 0 - LIMIT) :- small(X);
    const LIMIT = 4; const WHO = "b"; const START = 2;)";
  EXPECT_EQ(run({program}, "p"), "p(a,1) p(b,4) p(b,8)");
  EXPECT_EQ(run({program}, "small"), "small(a)");
  EXPECT_EQ(run({program}, "equal"), "equal(b)");
  EXPECT_EQ(run({program}, "at.start"), "at.start(a,-4)");
}

TEST(Constants, AreThoseOfEveryFile) {
  EXPECT_EQ(run({"p(\"a\", N)@2;", "const N = -7;"}, "p"), "p(a,-7)");
  EXPECT_EQ(run({"set N = 3;", "p(\"a\", N)@2; const N = -7;"}, "p"), "p(a,3)");
  EXPECT_EQ(run({"set N = \"x;y\";", "p(\"a\", N)@2; const N = \"\";"}, "p"), "p(a,\"x;y\")");
}

TEST(Constants, AreNamedInErrors) {
  EXPECT_THAT(problems({"const N = 1; const N = 2; p(\"a\", N)@1;"}),
              AllOf(HasSubstr("0.ded:1:20"), HasSubstr("defined twice"), HasSubstr("0.ded:1:7")));
  EXPECT_THAT(problems({"set N = 2; p(\"a\", 1)@1;"}), HasSubstr("no constant `N` to set"));
  EXPECT_THAT(problems({"const LEASE = 2; set LEASF = 2; p(\"a\", 1)@1;"}),
              HasSubstr("did you mean `LEASE`?"));
  EXPECT_THAT(problems({"const N = 2; set N = \"2\"; p(\"a\", N)@1;"}),
              HasSubstr("is an integer, and is set to a string"));
  EXPECT_THAT(problems({"const N = 2; set N = 3; set N = 3; p(\"a\", N)@1;"}),
              HasSubstr("`N` is set twice"));
  EXPECT_THAT(problems({"const N = 2; p(N, 1)@1; p(\"a\", 1)@1;"}),
              AllOf(HasSubstr("[type]"), HasSubstr("an integer at 0.ded:1:16")));
}

TEST(Constants, HaveASyntax) {
  EXPECT_THAT(problems({"const _ = 1; p(\"a\", 1)@1;"}),
              HasSubstr("expected the name of a constant, found `_`"));
  EXPECT_THAT(problems({"const N == 1; p(\"a\", 1)@1;"}), HasSubstr("expected `=`, found `==`"));
  EXPECT_THAT(problems({"const N = M; p(\"a\", 1)@1;"}),
              HasSubstr("expected an integer or a string, found `M`"));
  EXPECT_THAT(problems({"const N = 1 p(\"a\", 1)@1;"}), HasSubstr("`;` after the constant"));
  EXPECT_THAT(problems({"const N = 99999999999999999999; p(\"a\", 1)@1;"}),
              HasSubstr("does not fit into 64 bits"));
  EXPECT_THAT(problems({"const N = 1; p(X, count<N>) :- q(X); q(\"a\")@1;"}),
              HasSubstr("expected a variable to aggregate over, but `N` is a constant"));
  EXPECT_THAT(problems({"p(X) :- q(X, Y), Y = 1; q(\"a\", 1)@1;"}),
              HasSubstr("equality is written `==`"));
  EXPECT_EQ(run({"const(\"a\", 1)@2; set(\"a\")@2;"}, "const"), "const(a,1)") << "a relation";
}

TEST(Constants, SayWhatTheyAre) {
  EXPECT_THAT(problems({"const T = \"x\"; p(\"a\", 1)@T;"}),
              HasSubstr("expected a tick, but the constant `T` is a string"));
  EXPECT_THAT(problems({"const 5 = 1; p(\"a\", 1)@1;"}),
              HasSubstr("expected the name of a constant, found `5`"));
  EXPECT_THAT(problems({"const N = 1; set N = 2; set N = 3; p(\"a\", N)@1;"}),
              AllOf(HasSubstr("`N` is set twice"), HasSubstr("the first time at 0.ded:1:18")));
}

TEST(Setting, GoesBeforeWhatFilesSet) {
  Sources sources;
  sources.programs = {"p.ded"};
  sources.files = {setting("N=3"), {"p.ded", "const N = 1; set N = 2; p(\"a\", N)@1;"}};
  const Program program = check_program(sources, {{"a"}, 2});
  EXPECT_EQ(program.facts.at(0).tuple.at(1), 3);
}

TEST(Setting, IsAFileOfItsOwn) {
  EXPECT_EQ(setting("N=7").name, "-D N=7");
  EXPECT_EQ(setting("N=7").text, "set N = 7;\n");
  EXPECT_EQ(setting("N=-7").text, "set N = -7;\n");
  EXPECT_EQ(setting("N=a").text, "set N = \"a\";\n");
  EXPECT_EQ(setting("N=").text, "set N = \"\";\n");
  EXPECT_EQ(setting("N=\"7\"").text, "set N = \"7\";\n");
  EXPECT_EQ(setting("N=1; p(1)@1").text, "set N = \"1; p(1)@1\";\n") << "a value is one value";
  EXPECT_EQ(setting("N=\"a\"; p(1)@1;\"").text, "set N = \"\\\"a\\\"; p(1)@1;\\\"\";\n");
  for (const char* none : {"", "N", "=7", "N =7", "1=7", "_=7", "a-b=7", "N;=7"}) {
    EXPECT_THROW((void)setting(none), UsageError) << none;
  }
}

}  // namespace
}  // namespace ldfi::dedalus
