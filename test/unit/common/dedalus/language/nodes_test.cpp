// The front end infers the nodes of a program from its facts, unless the options name them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/broadcast.hpp"
#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Nodes, AreInferredFromLocationColumns) {
  EXPECT_THAT(check(broadcast + "log(\"b\", \"data\")@1; peer(\"b\", \"a\")@1;").nodes,
              ElementsAre("a", "b"));
}

TEST(Nodes, AreInferredFromRulesToo) {
  EXPECT_THAT(
      check(
          "log(\"z\", P)@async :- log(\"y\", P); log(N, P)@next :- log(N, P); log(\"x\", \"d\")@1;"
          "seen(P) :- log(\"w\", P);")
          .nodes,
      ElementsAre("w", "x", "y", "z"));
}

TEST(Nodes, WithoutMessagesAreWhereStateIs) {
  const std::string local =
      "n(N, X + 1)@next :- n(N, X); n(\"b\", 1)@1; n(\"a\", 1)@1; d(\"q\")@1;";
  EXPECT_THAT(check(local).nodes, ElementsAre("a", "b"));
  EXPECT_THAT(codes(local, {.nodes = {"x"}}), IsEmpty()) << "a guess is not a reason for an error";
  EXPECT_THAT(check("d(\"q\")@1;").nodes, IsEmpty());
}

TEST(Nodes, GivenAreSortedAndHaveSymbols) {
  const Program p = check(broadcast, {.nodes = {"c", "a"}});
  EXPECT_THAT(p.nodes, ElementsAre("a", "c"));
  EXPECT_TRUE(p.symbols.find("c"));
}

TEST(Nodes, UnknownOnesAreErrors) {
  const std::string text = broadcast + "log(\"a\", \"data\")@1;\npeer(\"a\",\n  \"nodeb\")@1;";
  EXPECT_THAT(codes(text, {.nodes = {"a", "nodec"}}), ElementsAre("unknown-node@9:3"));
  try {
    check(text, {.nodes = {"a", "nodec"}});
  } catch (const InputError& e) {
    EXPECT_THAT(e.diagnostics().front().hints, Contains(HasSubstr("`nodec`")));
  }
}

TEST(Nodes, MayBeAnythingInDataColumns) {
  const std::string facts = "log(\"a\", \"data\")@1; peer(\"a\", \"a\")@1;";
  EXPECT_THAT(codes(broadcast + "peer(N, M)@next :- peer(N, M);" + facts, {.nodes = {"a"}}),
              IsEmpty());
}

TEST(Nodes, AreNotMadeByCrash) {
  EXPECT_THAT(
      codes(
          "log(M, P)@async :- log(N, P), peer(N, M); ok(N) :- log(N, _), notin crash(N, \"z\", _);"
          "log(\"a\", \"d\")@1; peer(\"a\", \"b\")@1;"),
      ElementsAre("unknown-node@1:78"));
}

}  // namespace
}  // namespace ldfi::dedalus
