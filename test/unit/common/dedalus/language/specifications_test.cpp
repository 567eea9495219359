#include "common/dedalus/language/specifications.hpp"

#include <gmock/gmock.h>

#include "common/dedalus/language/load.hpp"
#include "test/support/rounds.hpp"

namespace ldfi::dedalus {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* protocol =
    "ask(\"b\",\"a\")@1; vote(N,C)@next :- ask(N,C); vote(N,C)@next :- vote(N,C);"
    "yes(C,N)@async :- vote(N,C); yes(C,N)@next :- yes(C,N);";
constexpr const char* invariant = "pre(C) :- vote(_,C); post(C) :- yes(C,_);";

Sources sources(const std::string& program, const std::string& specification) {
  return {{"p.ded"}, {{"p.ded", program}, {"s.spec", specification}}};
}

Program checked(const std::string& program, const std::string& specification,
                CheckOptions options = {}) {
  options.nodes = {"a", "b"};
  return check_program(sources(program, specification), options);
}

/// Checks a program and returns all errors and warnings as text.
std::string said(const Sources& sources, CheckOptions options = {}) {
  options.nodes = {"a", "b"};
  try {
    const Program program = check_program(sources, options);
    return render(program.warnings, program.sources);
  } catch (const SourcedError& e) {
    return render(e.diagnostics(), e.sources());
  }
}

std::string said(const std::string& program, const std::string& specification) {
  return said(sources(program, specification));
}

TEST(Specifications, CountFromTheSeverityOfTheRunUp) {
  const char* const file = "spec one minor always; one(C) :- vote(_,C);";
  const auto counting = [&](const CheckOptions& options) {
    std::vector<bool> out;
    for (const auto& one : checked(protocol + std::string(invariant), file, options).specifications)
      out.push_back(one.says.counts());
    return out;
  };
  EXPECT_EQ(counting({}), (std::vector{true, false})) << "the invariant is critical";
  EXPECT_EQ(counting({.fail_on = FailOn::minor}), (std::vector{true, true}));
  EXPECT_EQ(counting({.fail_on = FailOn::critical}), (std::vector{true, false}));
}

TEST(Specifications, SayWhatStandsThere) {
  const Program p = checked(protocol,
                            "spec silent critical always \"nobody \\\"heard\\\"\";\n"
                            "silent(C) :- vote(_,C), notin yes(C,_);\n"
                            "spec late minor after 3 explains silent; late(C) :- silent(C);\n"
                            "spec never info finally; never(C) :- silent(C);");
  ASSERT_EQ(p.specifications.size(), 3U);
  const auto& [silent, late, never] =
      std::tie(p.specifications[0], p.specifications[1], p.specifications[2]);
  EXPECT_EQ(
      silent.says,
      (Specification{"silent", Specification::Severity::critical, 0, {}, "nobody \"heard\""}));
  EXPECT_EQ(late.says, (Specification{"late", Specification::Severity::minor, 3, 0, ""}));
  EXPECT_EQ(never.says, (Specification{"never", Specification::Severity::info, {}, {}, ""}));
  EXPECT_EQ(p.relation(late.relation).name, "late");
  EXPECT_FALSE(silent.invariant);
}

TEST(Specifications, TheInvariantComesFirst) {
  const std::string spec = "spec s major always; s(N) :- vote(N,_);";
  const Program p = checked(std::string(protocol) + invariant, spec);
  ASSERT_EQ(p.specifications.size(), 2U);
  EXPECT_TRUE(p.specifications[0].invariant);
  EXPECT_EQ(p.specifications[0].says,
            (Specification{"invariant", Specification::Severity::critical, {}, {}, ""}));
  EXPECT_EQ(checked(protocol, spec).specifications.size(), 1U);
  EXPECT_THAT(checked(std::string(protocol) + invariant, "s(N) :- vote(N,_);").specifications,
              IsEmpty());
}

TEST(Specifications, OnlyTheProtocolHasAnInvariant) {
  const std::string spec = "spec s major always; ";
  const Program p = checked(protocol, spec + "s(N) :- vote(N,_), notin post(N);");
  EXPECT_FALSE(p.post.has_value());
  EXPECT_EQ(p.specifications.size(), 1U);
  EXPECT_THAT(said(protocol, spec + "s(N) :- vote(N,_), notin post(N);"),
              HasSubstr("`post` never holds"));
  EXPECT_THAT(said(protocol, spec + "s(N) :- vote(N,_); pre(N) :- s(N); post(N) :- s(N);"),
              HasSubstr("a specification may not derive `post`: the protocol promises it"));
  EXPECT_THAT(said(std::string(protocol) + "post(C) :- yes(C,_);",
                   spec + "s(N) :- vote(N,_); pre(N) :- s(N);"),
              HasSubstr("a specification may not derive `pre`: the protocol promises it"));
}

TEST(Specifications, WhatIsKeptInThemIsNoInvariant) {
  const Program p = checked(protocol, "seen(N) :- vote(N,_); seen(N)@next :- seen(N);");
  EXPECT_FALSE(p.relation(*p.find("seen")).persisted);
  EXPECT_TRUE(p.relation(*p.find("vote")).persisted);
}

TEST(Specifications, ChangeNoTypeOfTheProtocol) {
  const std::string program = "n(\"a\")@1; m(N,X)@next :- n(N), q(N,X);";
  const std::string text =
      said(program, "spec s major always; s(N) :- m(N,X), X > 3; t(X) :- q(_,X), X == 3;");
  EXPECT_THAT(text, HasSubstr("s.spec:1:38: error: `X` is a string, but an order comparison"));
  EXPECT_THAT(text, HasSubstr("s.spec:1:61: error: `X` is a string, but 3 is an integer"));
  EXPECT_THAT(text, HasSubstr("a string at p.ded:1:"));
}

TEST(Specifications, ChangeNoConstantOfTheProtocol) {
  const std::string program = std::string("const T = 1; l(\"a\",T)@1; ") + protocol;
  EXPECT_THAT(said(program, "set T = 2;"), HasSubstr("[spec-influence]"));
  EXPECT_THAT(said(program, "const T = 2;"), HasSubstr("is defined twice [constant]"));
  EXPECT_THAT(said("set U = 2; n(\"a\")@1;", "const U = 1;"),
              HasSubstr("p.ded:1:5: error: there is no constant `U` to set [constant]"));
  const Program p = checked(program, "const C = 4; spec s minor after C; s(T) :- l(_,T);");
  EXPECT_EQ(p.rules[0].slot_names, std::vector<std::string>({"N", "C"})) << "no constant there";
  EXPECT_EQ(p.specifications[0].says.after, 4);
  EXPECT_EQ(p.rules.back().positive[0].arguments[1].value, 1);
}

TEST(Specifications, ConstantsAreSetFromOutside) {
  Sources all = sources(protocol, "const AT = 4; spec s minor after AT; s(N) :- vote(N,_);");
  all.files.insert(all.files.begin(), setting("AT=2"));
  EXPECT_EQ(check_program(all, {.nodes = {"a", "b"}}).specifications[0].says.after, 2);
  all.files[0] = setting("AT=x.spec");
  EXPECT_THAT(said(all), HasSubstr("`AT` is an integer, and is set to a string"));
}

TEST(Specifications, NothingRestsOnThem) {
  EXPECT_THAT(said(std::string(protocol) + "w(N)@next :- s(N), vote(N,_);", "s(N) :- vote(N,_);"),
              HasSubstr("the protocol reads `s`, which only specifications derive"));
  EXPECT_THAT(said("n(\"a\")@1; m(N) :- n(N), notin e(N,Z,Z);", "e(\"a\",\"b\",\"c\")@1;"),
              HasSubstr("[spec-influence]"));
  EXPECT_THAT(
      said("n(\"a\")@1; m(N)@next :- n(N), restart(N);", "restart(N) :- n(N);"),
      HasSubstr("the protocol reads `restart`, which only specifications derive [spec-influence]\n "
                " 1 | n(\"a\")@1; m(N)@next :- n(N), restart(N);\n    |                            "
                "  ^~~~~~~~~~\n  hint: restart(Node) is built in unless a rule of the protocol "
                "derives it: choose another name in the specification"));
  EXPECT_THAT(said("n(\"a\")@1; m(N)@next :- n(N), down(N);", "s(N) :- down(N,T), T > 1;"),
              HasSubstr("  hint: it has 1 column at p.ded:1:30\n  hint: down(Node) is built in\n"));
  EXPECT_THAT(said(std::string("stable s;") + protocol, "s(N) :- vote(N,_); s(N)@next :- s(N);"),
              HasSubstr("`s` belongs to specifications, so it cannot be stored [storage]"));
  EXPECT_THAT(said(protocol, "yes(N,N) :- vote(N,_); stable t;"),
              testing::AllOf(HasSubstr("`yes` belongs to the protocol [spec-influence]"),
                             HasSubstr("only the protocol may say how a relation is stored")));
}

TEST(Specifications, TheOrderOfTheFilesDoesNotMatter) {
  Sources all = sources(protocol, "spec s major always; s(N) :- vote(N,_); yes(N,N) :- s(N);");
  std::swap(all.files[0], all.files[1]);
  EXPECT_THAT(said(all), HasSubstr("s.spec:1:41: error: `yes` belongs to the protocol"));
}

TEST(Specifications, AreNamedOnce) {
  EXPECT_THAT(said(std::string(protocol) + invariant,
                   "spec invariant major always; invariant(N) :- vote(N,_);"),
              HasSubstr("`invariant` is the name of the promise of pre and post"));
  EXPECT_THAT(said(protocol, "spec invariant major always; invariant(N) :- vote(N,_);"),
              HasSubstr("`invariant` is the name of the promise of pre and post"));
  EXPECT_THAT(said(protocol, "spec s major always explains invariant; s(N) :- vote(N,_);"),
              HasSubstr("no specification before this one is called `invariant`"));
  Sources all = sources(protocol, "spec s major always; s(N) :- vote(N,_);");
  all.files.push_back({"t.spec", "spec s minor finally; s(N) :- ask(N,_);"});
  EXPECT_THAT(said(all), HasSubstr("the other one is at s.spec:1:6"));
}

TEST(Specifications, ExplainWhatStandsBefore) {
  const std::string rules = "s(N) :- vote(N,_); t(N) :- vote(N,_);";
  EXPECT_THAT(said(protocol, rules + "spec s major always explains s;"),
              HasSubstr("no specification before this one is called `s`"));
  EXPECT_THAT(said(protocol, rules + "spec t major always explains s; spec s major always;"),
              HasSubstr("no specification before this one is called `s`"));
  EXPECT_EQ(
      checked(std::string(protocol) + invariant, rules + "spec s major always explains invariant;")
          .specifications[1]
          .says.explains,
      0U);
}

TEST(Specifications, OneMistakeIsReportedOnce) {
  const std::string text = said(protocol,
                                "spec s majr always; s(N) :- vote(N,_);"
                                "spec t major always explains s; t(N) :- vote(N,_);");
  EXPECT_THAT(text, HasSubstr("1 error\n"));
  EXPECT_THAT(said(protocol, "spec s major always; s(N) :- vote(N;"), HasSubstr("1 error\n"));
}

TEST(Specifications, AreJudgedByEot) {
  const Sources all = sources(protocol, "spec s major after 6; s(N) :- vote(N,_);");
  EXPECT_THAT(said(all, {.eot = 6}), HasSubstr("`s` is never judged: EOT is 6"));
  EXPECT_EQ(said(all, {.eot = 7}), "");
  EXPECT_EQ(said(all), "");
  EXPECT_EQ(said(all, {.eot = 4, .names_known = true}), "") << "a cell of a sweep, say";
}

TEST(Specifications, AreManyWithoutTrouble) {
  constexpr int count = test::rounds(30'000);
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "spec s" + std::to_string(i) + " minor always explains s" + std::to_string(i / 2) +
            "; s" + std::to_string(i) + "(N) :- vote(N,\"a\");\n";
  }
  text.replace(text.find(" explains s0"), 12, "");
  EXPECT_EQ(checked(protocol, text).specifications.size(), std::size_t{count});
}

TEST(Specifications, FilesWithoutAnyAreWarnedOf) {
  EXPECT_THAT(said(protocol, "s(N) :- vote(N,_);"),
              HasSubstr("s.spec: warning: no `spec` statement: nothing here is judged [spec]"));
}

TEST(Specifications, CountFromTheTickAtWhichTheyAreJudged) {
  const std::string program = std::string("hint(\"a\")@2; ") + protocol;
  const auto rules = [&](const std::string& when) {
    const std::string rule = " s(N) :- h(N); h(N) :- hint(N), notin yes(N,_);";
    return said(sources(program, "spec s major " + when + ";" + rule), {.eot = 6});
  };
  EXPECT_EQ(rules("always"), "");
  EXPECT_EQ(rules("after 1"), "");
  EXPECT_THAT(rules("after 2"), HasSubstr("`hint` holds at tick 2 only, but this rule counts from "
                                          "tick 3 on [not-kept]"));
  EXPECT_THAT(rules("finally"), HasSubstr("but this rule counts at EOT (6) only [not-kept]"));
  EXPECT_THAT(rules("finally"),
              HasSubstr("a specification remembers tuples in a relation of its own"));
  EXPECT_EQ(said(sources(program,
                         "spec s major finally; s(N) :- r(N); r(N)@next :- h(N);"
                         "r(N)@next :- r(N); h(N) :- hint(N);"),
                 {.eot = 6}),
            "");
}

TEST(Specifications, MakeNoNodesAndReadAllOfThem) {
  const std::string spec =
      "spec s major always; place(\"z\")@1; place(N)@next :- place(N);"
      "s(N) :- place(N), vote(_,N), yes(\"b\",_), notin s2(\"z\"); s2(N)@next :- yes(N,M), "
      "vote(M,_);";
  const Program p = check_program(sources(protocol, spec));
  EXPECT_EQ(p.nodes, std::vector<std::string>({"b"}));
  EXPECT_THAT(p.warnings, IsEmpty()) << render(p.warnings, p.sources);
  EXPECT_THAT(said(protocol, "spec s major always; s(N) :- vote(N,\"z\");"),
              HasSubstr("`z` is not a node, but column 2 of `vote` holds nodes"));
  EXPECT_EQ(p.rules.back().location.kind, Term::Kind::wildcard);
  EXPECT_TRUE(p.rules.back().observes);
}

TEST(Specifications, MayBeOfAnyShapeThatTheLanguageHas) {
  const Program p =
      checked(protocol,
              "const MOST = 1; spec s major after MOST; s(C) :- n(C,X), X > MOST, "
              "notin pair(C,Z,Z), notin twice(Y,Y); n(C, count<N>) :- vote(N,C);"
              "pair(\"a\",\"b\",\"c\")@1; twice(A,B) :- yes(A,B), restart(A), crash(_,B,_);");
  EXPECT_TRUE(p.relation(*p.find("pair[2=3]")).observed);
  EXPECT_TRUE(p.built_in(FaultRelation::restart).has_value());
  EXPECT_THAT(said(protocol, "spec s major always; s(N)@async :- vote(N,_);"),
              HasSubstr("a specification sends no messages"));
  EXPECT_THAT(said(protocol, "spec s major always; s(\"a\") :- notin vote(\"a\",_);"),
              HasSubstr("without `notin` give the variables their values"));
  EXPECT_THAT(said(protocol, "spec s major always; s(N) :- vote(N,_), notin s(N);"),
              HasSubstr("[unstratifiable]"));
}

TEST(Specifications, StandInFilesOfTheirOwn) {
  EXPECT_THAT(said("spec s major always; s(\"a\")@1;", ""),
              HasSubstr("a specification must be in a file of its own kind"));
}

}  // namespace
}  // namespace ldfi::dedalus
