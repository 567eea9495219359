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

constexpr const char* log_protocol =
    "log(\"a\",1)@1; log(N,X)@next :- log(N,X), notin old(N,X); log(N,Y+1)@next :- log(N,Y), up(N);"
    "old(N,X) :- log(N,X), X > 5; up(\"a\")@2; stable log;"
    "log(M,X)@async :- log(N,X), peer(N,M); peer(\"a\",\"b\")@1; peer(N,M)@next :- peer(N,M);";

Program checked_events(const std::string& specification, const std::string& more = "",
                       const CheckOptions& options = {{"a", "b"}}) {
  return check_program({{"p.ded"}, {{"p.ded", log_protocol + more}, {"s.spec", specification}}},
                       options);
}

std::string refused(const std::string& specification, const std::string& more = "") {
  try {
    checked_events(specification, more);
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

/// Returns the premises of the only rule of a relation, with the slots of their variables.
std::string premises(const Program& p, std::string_view relation) {
  const auto rule = std::ranges::find_if(
      p.rules, [&](const Rule& each) { return p.relation(each.head).name == relation; });
  std::string out;
  const auto add = [&](const char* before, const Literal& literal) {
    out += (out.empty() ? "" : " ") + std::string(before) + p.relation(literal.relation).name + "(";
    for (const Term& term : literal.arguments)
      out += (out.back() == '(' ? "" : ",") + std::to_string(term.slot);
    out += ")";
  };
  for (const Literal& literal : rule->positive) add("", literal);
  for (const Literal& literal : rule->negative) add("notin ", literal);
  return out;
}

TEST(Events, HaveTheColumnsOfTheirRelationBehindTheSender) {
  const Program p = checked_events(
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

TEST(Events, WhatHelpsThemIsToldInWords) {
  Program p = checked_events("spec s info always; s(F) :- lost.log(F,_,X), gone.old(F,X);");
  const Value a = p.symbols.intern("a");
  const Value b = p.symbols.intern("b");
  const auto text = [&](const char* relation, std::vector<Value> tuple,
                        std::uint64_t wildcards = 0) {
    return p.tuple_text(p.find(relation).value(), tuple.data(), wildcards);
  };
  EXPECT_EQ(text("log[from]", {b, a, 3}), "log(b,3) from a");
  EXPECT_EQ(text("log[from]", {b, a, 3}, 6), "log(b,_) from _");
  EXPECT_EQ(text("log[sent]", {a, b, 3}), "sent.log(a,b,3) a tick before");
  EXPECT_EQ(text("old[before]", {a, 3}), "old(a,3) a tick before");
  EXPECT_EQ(text("lost.log", {a, b, 3}), "lost.log(a,b,3)");
  EXPECT_EQ(p.tuple_text(*p.built_in(FaultRelation::quiet), &a), "silent(a)");
}

TEST(Events, AreDerivedByPlainRules) {
  const Program p =
      checked_events("spec s info always; s(F) :- lost.log(F,_,X), wrote.log(F,X), gone.old(F,X);");
  EXPECT_THAT(rules_of(p, "lost.log"),
              ElementsAre("lost.log: the messages log that were sent and do not arrive"));
  EXPECT_EQ(premises(p, "lost.log"), "log[sent](0,1,2) notin log[from](1,0,2)");
  EXPECT_THAT(rules_of(p, "log[from]"),
              ElementsAre("log(M,X)@async :- log(N,X), peer(N,M); (with the sender)"));
  EXPECT_EQ(rules_of(p, "sent.log").size(), 2U) << "to others, and to itself";
  EXPECT_THAT(rules_of(p, "wrote.log"),
              ElementsAre("wrote.log, of log(N,Y+1)@next :- log(N,Y), up(N);"))
      << "what only keeps a tuple writes nothing";
  EXPECT_THAT(rules_of(p, "old[before]"), ElementsAre("old, a tick before"));
  EXPECT_EQ(premises(p, "old[before]"), "old(0,1)");
  EXPECT_EQ(premises(p, "gone.old"), "old[before](0,1) notin old(0,1)");
  EXPECT_EQ(p.relation(*p.built_in(FaultRelation::quiet)).name, "quiet[]");
}

TEST(Events, AreNotThereUnlessTheyAreRead) {
  const Program with = checked_events("spec s info always; s(F) :- first.peer(F,_);");
  const Program without = checked_events("spec s info always; s(F) :- peer(F,_);");
  EXPECT_EQ(with.relations.size(), without.relations.size() + 2);
  EXPECT_EQ(with.rules.size(), without.rules.size() + 2);
  EXPECT_FALSE(with.built_in(FaultRelation::quiet) || without.built_in(FaultRelation::quiet));
  EXPECT_THAT(with.warnings, testing::SizeIs(without.warnings.size()));
}

TEST(Events, LeaveAProgramItsOwnRelations) {
  const std::string own = "sent.log(N,\"x\") :- log(N,_); seen(N)@next :- sent.log(N,_);";
  const Program p = checked_events("spec s info always; s(F) :- sent.log(F,_);", own);
  EXPECT_FALSE(p.relation(*p.find("sent.log")).event);
  const Program unlike =
      checked_events("spec s info always; s(F) :- sent.x(F); sent.x(F) :- up(F);");
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
              HasSubstr("`up` is not a message: no rule derives `up@async`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- lost.up(_,F);"),
              HasSubstr("the messages are `log`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- wrote.old(F,_);"),
              HasSubstr("`old` is not stable, so it is never written"));
  EXPECT_THAT(refused("spec s info always; s(F) :- first.s(F);"),
              HasSubstr("`first.s`: the protocol has no relation `s`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- sent.log(F,_);"),
              HasSubstr("`sent.log` has 3 columns, not 2"));
  EXPECT_THAT(refused("spec s info always; s(F) :- first.log(F,_,_);"),
              HasSubstr("it is first.log(Node, …), with the columns of `log`"));
  EXPECT_THAT(refused("spec s info always; s(F) :- sent.log(F,X,X);"), HasSubstr("[type]"));
  EXPECT_THAT(refused("spec s info always; s(F) :- up(F); gone.up(F) :- up(F);"),
              HasSubstr("`gone.up` is an event of the protocol, so no rule may derive it"));
}

/// `lost.log` depends on the events `sent.log` and `delivered.log`. If the protocol has its own
/// relation of such a name, `lost.log` would read that relation by mistake.
TEST(Events, WhatIsLostCannotBeToldBesideNamesakes) {
  for (const char* own : {"sent.log", "delivered.log"}) {
    const std::string more = own + std::string("(\"a\",\"b\",1)@1;");
    EXPECT_THAT(refused("spec s info always; s(F) :- lost.log(F,_,_);", more),
                HasSubstr("`lost.log` is not available, because `" + std::string(own) +
                          "` is a relation of the protocol"));
    EXPECT_THAT(refused("spec s info always; s(F) :- first.log(F,_);", more), IsEmpty());
  }
}

TEST(Events, AreNotForTheProtocol) {
  const std::string reads = "seen(N)@next :- log(N,_), notin lost.log(N,_,_);";
  const std::string harmless = "spec s info always; s(F) :- up(F);";
  EXPECT_THAT(refused(harmless, reads),
              HasSubstr("the protocol may not read the event `lost.log`"));
  EXPECT_THAT(refused(harmless, reads), HasSubstr("p.ded:1:"));
  EXPECT_THAT(refused("spec s info always; s(F) :- lost.log(F,_,_);", reads),
              HasSubstr("the protocol may not read the event `lost.log`"));
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
