#include "common/dedalus/language/events.hpp"

#include <gmock/gmock.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* protocol =
    "log(\"a\",1)@1; log(N,X)@next :- log(N,X), notin old(N,X); log(N,Y+1)@next :- log(N,Y), up(N);"
    "old(N,X) :- log(N,X), X > 5; up(\"a\")@2; stable log;"
    "log(M,X)@async :- log(N,X), peer(N,M); peer(\"a\",\"b\")@1; peer(N,M)@next :- peer(N,M);";

Program checked(const std::string& specification, const std::string& more = "",
                const CheckOptions& options = {{"a", "b"}}) {
  return check_program({{"p.ded"}, {{"p.ded", protocol + more}, {"s.spec", specification}}},
                       options);
}

std::string refused(const std::string& specification, const std::string& more = "") {
  try {
    checked(specification, more);
  } catch (const SourcedError& e) {
    return render(e.diagnostics(), e.sources());
  }
  return "";
}

std::vector<std::string> rules_of(const Program& program, const std::string& name) {
  std::vector<std::string> out;
  for (const Rule& rule : program.rules) {
    if (program.relation(rule.head).name == name) out.push_back(rule.text);
  }
  return out;
}

TEST(Events, HaveTheColumnsOfTheirRelationBehindTheSender) {
  const Program p = checked(
      "spec s info always; s(F) :- sent.log(F,_,X), delivered.log(F,_,X), lost.log(F,_,X),"
      "wrote.log(F,X), first.peer(F,_), gone.old(F,X);");
  EXPECT_EQ(shape(p, "sent.log"), "sent.log(ssi)");
  EXPECT_EQ(shape(p, "delivered.log"), "delivered.log(ssi)");
  EXPECT_EQ(shape(p, "lost.log"), "lost.log(ssi)");
  EXPECT_EQ(shape(p, "log[from]"), "log[from](ssi)");
  EXPECT_EQ(shape(p, "wrote.log"), "wrote.log(si)");
  EXPECT_EQ(shape(p, "first.peer"), "first.peer(ss)");
  EXPECT_EQ(shape(p, "gone.old"), "gone.old(si)");
  EXPECT_EQ(shape(p, "old[before]"), "old[before](si)");
  for (const Relation& relation : p.relations) {
    EXPECT_TRUE(!relation.event || (relation.observed && !relation.stable)) << relation.name;
  }
}

TEST(Events, AreDerivedByPlainRules) {
  const Program p =
      checked("spec s info always; s(F) :- lost.log(F,_,X), wrote.log(F,X), gone.old(F,X);");
  EXPECT_THAT(
      rules_of(p, "lost.log"),
      ElementsAre("lost.log(X0, X1, X2) :- log[sent](X0, X1, X2), notin log[from](X1, X0, X2);"));
  EXPECT_THAT(rules_of(p, "log[from]"),
              ElementsAre("log[from], of log(M,X)@async :- log(N,X), peer(N,M);"));
  EXPECT_EQ(rules_of(p, "sent.log").size(), 2U) << "to others, and to itself";
  EXPECT_THAT(rules_of(p, "wrote.log"),
              ElementsAre("wrote.log, of log(N,Y+1)@next :- log(N,Y), up(N);"))
      << "what only keeps a tuple writes nothing";
  EXPECT_THAT(rules_of(p, "old[before]"), ElementsAre("old[before](X0, X1)@next :- old(X0, X1);"));
  EXPECT_EQ(p.relation(*p.quiet).name, "quiet[]");
}

TEST(Events, AreNotThereUnlessTheyAreRead) {
  const Program with = checked("spec s info always; s(F) :- first.peer(F,_);");
  const Program without = checked("spec s info always; s(F) :- peer(F,_);");
  EXPECT_EQ(with.relations.size(), without.relations.size() + 2);
  EXPECT_EQ(with.rules.size(), without.rules.size() + 2);
  EXPECT_FALSE(with.quiet || without.quiet);
  EXPECT_THAT(with.warnings, testing::SizeIs(without.warnings.size()));
}

TEST(Events, LeaveAProgramItsOwnRelations) {
  const std::string own = "sent.log(N,\"x\") :- log(N,_); seen(N)@next :- sent.log(N,_);";
  const Program p = checked("spec s info always; s(F) :- sent.log(F,_);", own);
  EXPECT_FALSE(p.relation(*p.find("sent.log")).event);
  const Program unlike = checked("spec s info always; s(F) :- sent.x(F); sent.x(F) :- up(F);");
  EXPECT_FALSE(unlike.relation(*unlike.find("sent.x")).event) << "of nothing";
}

TEST(Events, OfNothingAreErrors) {
  EXPECT_THAT(refused("spec s info always; s(F) :- sent.lgo(F,_,_);"),
              HasSubstr("`sent.lgo`: the protocol has no relation `lgo`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- sent.lgo(F,_,_);"),
              AllOf(HasSubstr("the messages are `log`"), Not(HasSubstr("warning"))));
  EXPECT_THAT(refused("spec s info always; s(F) :- first.peers(F,_);"),
              HasSubstr("did you mean `first.peer`?"));
  EXPECT_THAT(refused("spec s info always; s(F) :- lost.up(_,F);"),
              HasSubstr("`up` is no message: no rule derives `up@async`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- lost.up(_,F);"),
              HasSubstr("the messages are `log`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- wrote.old(F,_);"),
              HasSubstr("`old` is not stable: nothing of it is written"));
  EXPECT_THAT(refused("spec s info always; s(F) :- first.s(F);"),
              HasSubstr("`first.s`: the protocol has no relation `s`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- sent.log(F,_);"),
              HasSubstr("`sent.log` has 3 columns, not 2"));
  EXPECT_THAT(refused("spec s info always; s(F) :- first.log(F,_,_);"),
              HasSubstr("it is first.log(Node, …), with the columns of `log`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- sent.log(F,X,X);"), HasSubstr("[type]"));
  EXPECT_THAT(refused("spec s info always; s(F) :- up(F); gone.up(F) :- up(F);"),
              HasSubstr("`gone.up` is an event of the protocol: nothing else derives it"));
}

TEST(Events, AreNotForTheProtocol) {
  const std::string reads = "seen(N)@next :- log(N,_), notin lost.log(N,_,_);";
  const std::string harmless = "spec s info always; s(F) :- up(F);";
  EXPECT_THAT(refused(harmless, reads), HasSubstr("the protocol reads `lost.log`, an event"));
  EXPECT_THAT(refused(harmless, reads), HasSubstr("p.ded:1:"));
  EXPECT_THAT(refused("spec s info always; s(F) :- lost.log(F,_,_);", reads),
              HasSubstr("the protocol reads `lost.log`, an event"));
  EXPECT_THAT(refused(harmless, "seen(N)@next :- log(N,_), notin lost.own(N);"), IsEmpty());
}

TEST(Events, ReadNodesWhereTheProtocolHasThem) {
  EXPECT_THAT(refused("spec s info always; s(F) :- sent.log(F,\"bb\",_);"),
              HasSubstr("`bb` is not a node"));
  EXPECT_THAT(refused("spec s info always; s(F) :- delivered.log(\"aa\",F,_);"),
              HasSubstr("`aa` is not a node"));
}

}  // namespace
}  // namespace ldfi::dedalus
