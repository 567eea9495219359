#include "common/search/dependencies.hpp"

#include <gtest/gtest.h>

#include "common/dedalus/language/load.hpp"

namespace ldfi::search {
namespace {

using Within = Dependencies::Within;

dedalus::Program program_of(const std::string& text) {
  return dedalus::check_program({{"p.ded"}, {{"p.ded", text}}}, {{"a", "b"}, 4, "pre", "post"});
}

TEST(Dependencies, CountNegationsAlongEveryPath) {
  const auto program = program_of(
      "p(\"a\")@1; p(X)@next :- p(X); q(X) :- p(X), notin r(X); r(X) :- p(X), notin s(X);"
      "s(X) :- p(X); t(X)@next :- q(X); post(X) :- t(X); pre(X) :- p(X);");
  const Dependencies d(program);
  const auto odd = [&](const char* from, const char* to, Within within = Within::anything) {
    return d.odd(*program.find(from), *program.find(to), within);
  };
  EXPECT_TRUE(odd("r", "q"));
  EXPECT_FALSE(odd("s", "q"));  // negated twice
  EXPECT_TRUE(odd("s", "r"));
  EXPECT_TRUE(odd("p", "q"));  // only through r
  EXPECT_FALSE(odd("q", "q"));
  EXPECT_TRUE(odd("r", "post"));
  EXPECT_FALSE(odd("r", "post", Within::tick));  // only at the next tick
  EXPECT_TRUE(odd("r", "q", Within::tick));
  EXPECT_FALSE(odd("q", "r"));
}

TEST(Dependencies, AnAggregateDependsBothWays) {
  const auto program = program_of(
      "v(\"a\", 1)@1; n(X, count<Y>) :- v(X, Y); pre(X) :- v(X, _); post(X) :- n(X, _);");
  const Dependencies d(program);
  EXPECT_TRUE(d.odd(*program.find("v"), *program.find("n"), Within::tick));
  EXPECT_TRUE(d.odd(*program.find("v"), *program.find("post"), Within::tick));
  EXPECT_FALSE(d.odd(*program.find("v"), *program.find("pre"), Within::tick));
}

}  // namespace
}  // namespace ldfi::search
