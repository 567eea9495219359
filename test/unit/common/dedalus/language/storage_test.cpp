#include "common/dedalus/language/storage.hpp"

#include <gtest/gtest.h>

#include "common/dedalus/language/load.hpp"

namespace ldfi::dedalus {
namespace {

Program checked(const std::string& text) {
  return check_program({{"p.ded"}, {{"p.ded", text}}}, {});
}

std::string stable(const Program& program) {
  std::string out;
  for (const Relation& r : program.relations) out += r.stable ? r.name + " " : "";
  return out;
}

const char* const program =
    "peer(\"a\",\"b\")@1; peer(A,B)@next :- peer(A,B);"
    "m(B,A)@async :- peer(A,B); m(B,A)@next :- m(B,A);"
    "v(N,X)@next :- v(N,X), notin m(N,_); v(N,1)@next :- m(N,_);";

TEST(Storage, ConfigurationIsStableAndNothingElse) {
  const Program p = checked(program);
  EXPECT_EQ(stable(p), "peer ");
  EXPECT_EQ(p.rules.size(), 5U);
  EXPECT_EQ(p.rules[0].carrier, Carrier::copy);
  EXPECT_EQ(p.rules[2].carrier, Carrier::memory) << "m is sent as well";
}

TEST(Storage, TheProgramSaysWhatIsStable) {
  const Program p = checked(std::string("stable v; volatile peer; ") + program);
  EXPECT_EQ(stable(p), "v ");
  EXPECT_EQ(p.rules[3].carrier, Carrier::write);
  ASSERT_EQ(p.rules.size(), 6U) << "what is on the disk stays while nothing is written";
  EXPECT_EQ(p.rules[5].carrier, Carrier::keep);
  EXPECT_EQ(p.relation(p.rules[5].head).name, "v");
  EXPECT_FALSE(copies_table(p.rules[5]));
}

TEST(Storage, WhatIsCopiedNeedsNoOtherRule) {
  const Program p =
      checked("stable v; v(\"a\",1)@1; v(N,X)@next :- v(N,X); v(N,2)@next :- v(N,1);");
  ASSERT_EQ(p.rules.size(), 2U);
  EXPECT_EQ(p.rules[0].carrier, Carrier::copy);
  EXPECT_EQ(p.rules[1].carrier, Carrier::write);
}

TEST(Storage, RestartIsBuiltInUnlessTheProgramDerivesIt) {
  EXPECT_TRUE(checked("a(\"n\")@1; b(N)@next :- a(N), restart(N);").restart.has_value());
  EXPECT_FALSE(
      checked("a(\"n\")@1; restart(N)@next :- a(N); b(N) :- restart(N);").restart.has_value());
  EXPECT_FALSE(checked("a(\"n\",1)@1; b(N) :- a(N,X), restart(N,X);").restart.has_value());
}

TEST(Storage, IoerrorIsBuiltInUnlessTheProgramDerivesIt) {
  EXPECT_TRUE(checked("a(\"n\")@1; b(N)@next :- a(N), ioerror(N, P);").ioerror.has_value());
  EXPECT_FALSE(checked("a(\"n\")@1; b(N)@next :- a(N), ioerror(N);").ioerror.has_value());
  EXPECT_FALSE(checked("a(\"n\")@1; b(N)@next :- a(N), ioerror(N, 1);").ioerror.has_value());
  EXPECT_FALSE(
      checked("a(\"n\")@1; ioerror(N, \"p\") :- a(N); b(N) :- ioerror(N, _);").ioerror.has_value());
  const Program p = checked("stable b; a(\"n\")@1; b(N)@next :- a(N), ioerror(N, _);");
  EXPECT_TRUE(p.symbols.find("b").has_value()) << "rules may ask for the name of what is stored";
  EXPECT_EQ(p.nodes, std::vector<std::string>{"n"}) << "and a relation's name is no node";
}

TEST(Storage, StoredAreStableRelationsThatStandAtNodes) {
  const Program p =
      checked("stable v, n; v(\"a\",1)@1; v(N,X)@next :- v(N,X); n(1)@1; n(X)@next :- n(X);");
  EXPECT_EQ(stored_relations(p), std::vector<std::string>{"v"});
}

}  // namespace
}  // namespace ldfi::dedalus
