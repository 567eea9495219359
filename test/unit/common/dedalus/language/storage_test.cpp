#include "common/dedalus/language/storage.hpp"

#include <gmock/gmock.h>

#include "common/base/errors.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::dedalus {
namespace {

Program storage_program(const std::string& text, const CheckOptions& options = {}) {
  return check_program({{"p.ded"}, {{"p.ded", text}}}, options);
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
  const Program p = storage_program(program);
  EXPECT_EQ(stable(p), "peer ");
  EXPECT_EQ(p.rules.size(), 5U);
  EXPECT_EQ(p.rules[0].carrier, Carrier::copy);
  EXPECT_EQ(p.rules[2].carrier, Carrier::memory) << "m is sent as well";
}

TEST(Storage, TheProgramSaysWhatIsStable) {
  const Program p = storage_program(std::string("stable v; volatile peer; ") + program);
  EXPECT_EQ(stable(p), "v ");
  EXPECT_EQ(p.rules[3].carrier, Carrier::write);
  ASSERT_EQ(p.rules.size(), 6U) << "what is on the disk stays while nothing is written";
  EXPECT_EQ(p.rules[5].carrier, Carrier::keep);
  EXPECT_EQ(p.relation(p.rules[5].head).name, "v");
  EXPECT_FALSE(copies_table(p.rules[5]));
}

// The columns of `dur.d`, which holds the tuples on disk, get their types from the buffered
// relation d only.
TEST(Storage, TheDiskHasTheTypesOfWhatIsBuffered) {
  const Program p = storage_program(
      "buffered d; d(\"a\",1)@1; d(X,N+1)@next :- d(X,N); m(X,N) :- dur.d(X,N);"
      "sync(\"a\",\"d\")@1;");
  EXPECT_EQ(p.relation(p.find("m").value()).columns[1], ColumnType::integer);
  const Program back = storage_program(
      "buffered r; r(X,V)@next :- r(X,V); ok(X) :- dur.r(X,V), V > 0; sync(\"a\",\"r\")@1;");
  EXPECT_EQ(back.relation(back.find("r").value()).columns[1], ColumnType::integer);
}

// The generated rules that keep tuples during a pause come last, so that all other rules keep their
// ids.
TEST(Storage, WhatIsInMemoryStandsStillInAPause) {
  CheckOptions options;
  options.generated = {FaultRelation::standing};
  const std::string text = std::string(
                               "stable v; w(N,X)@next :- w(N,X); w(N,1)@next :- m(N,_);"
                               "now(N) :- m(N,_); d(3)@1; late(\"a\")@3;") +
                           program;
  const Program p = check_program({{"p.ded"}, {{"p.ded", text}}}, options);
  const Program without = storage_program(text);
  ASSERT_GT(p.rules.size(), without.rules.size());
  for (std::size_t r = 0; r < without.rules.size(); ++r) {
    EXPECT_EQ(p.rules[r].text, without.rules[r].text);
  }
  std::vector<std::string> made;
  for (std::size_t r = without.rules.size(); r < p.rules.size(); ++r) {
    EXPECT_EQ(p.rules[r].carrier, Carrier::stand);
    EXPECT_TRUE(needs_restarting_nodes(p.rules[r]));
    made.push_back(p.rules[r].text);
  }
  EXPECT_EQ(p.rules[0].carrier, Carrier::stay) << "what is copied as it is needs no other rule";
  EXPECT_THAT(made, ::testing::ElementsAre("late(X0)@next :- late(X0), paused(X0);"))
      << "peer and v are on the disk, m is copied, now is derived, and d has no node";
}

TEST(Storage, WhatIsCopiedNeedsNoOtherRule) {
  const Program p =
      storage_program("stable v; v(\"a\",1)@1; v(N,X)@next :- v(N,X); v(N,2)@next :- v(N,1);");
  ASSERT_EQ(p.rules.size(), 2U);
  EXPECT_EQ(p.rules[0].carrier, Carrier::copy);
  EXPECT_EQ(p.rules[1].carrier, Carrier::write);
}

const char* const buffered =
    "put(\"a\",1)@1; log(N,X)@next :- put(N,X); log(N,X)@next :- log(N,X);"
    "sync(N,\"log\") :- put(N,_); buffered log;";

TEST(Storage, WhatIsBufferedHasADiskOfItsOwn) {
  const Program p = storage_program(buffered);
  EXPECT_EQ(stable(p), "dur.log ");
  EXPECT_EQ(stored_relations(p), std::vector<std::string>{"log"}) << "so faults call it";
  std::vector<std::string> made;
  for (const Rule& rule : p.rules) {
    if (rule.made) made.push_back(rule.text);
  }
  EXPECT_THAT(made, testing::UnorderedElementsAre(
                        "dur.log(N,X)@next :- put(N,X), sync(N, \"log\");",
                        "dur.log(N,X)@next :- log(N,X), sync(N, \"log\");",
                        "dur.log(X0, X1)@next :- dur.log(X0, X1), notin sync(X0, \"log\");",
                        "dur.log(X0, X1)@next :- dur.log(X0, X1), not written;",
                        "log(X0, X1) :- dur.log(X0, X1), restart(X0);",
                        "log(X0, X1) :- dur.log(X0, X1), down(X0);"));
  EXPECT_TRUE(p.warnings.empty());
}

std::string parse_replaced_values(const std::string& text) {
  try {
    const Program p = storage_program(text);
    return p.warnings.empty() ? "" : p.warnings.front().code + ": " + p.warnings.front().message;
  } catch (const InputError& e) {
    return e.diagnostics().front().code + ": " + e.diagnostics().front().message;
  }
}

TEST(Storage, WhatIsBufferedIsSyncedAndRead) {
  const std::string log = "log(\"a\")@1; log(N)@next :- log(N); buffered log; ";
  const std::string sync = "sync(N, \"log\") :- log(N); ";
  EXPECT_EQ(parse_replaced_values(log + sync), "");
  EXPECT_EQ(parse_replaced_values(log + sync + "buffered log;"), "");
  EXPECT_EQ(parse_replaced_values(log),
            "never-holds: `sync` never holds: no fact gives it and no rule derives it");
  EXPECT_EQ(parse_replaced_values(log + sync + "sync(\"a\", \"lgo\")@2;"),
            "storage: `sync` of lgo writes nothing: the relation is not buffered");
  EXPECT_EQ(parse_replaced_values(log + "sync(N, \"two words\") :- log(N);"),
            "storage: `sync` of \"two words\" writes nothing: the relation is not buffered");
  EXPECT_EQ(parse_replaced_values(log + sync + "stable log;"),
            "storage: `log` is declared both buffered and stable");
  EXPECT_EQ(parse_replaced_values(log + sync + "restart(N) :- log(N);"),
            "storage: a program with buffered relations cannot define `restart` itself");
  EXPECT_EQ(parse_replaced_values(log + sync + "dur.log(\"a\")@1;"),
            "storage: `dur.log` is the disk of `log`: no fact or rule derives it");
  EXPECT_EQ(parse_replaced_values(log + sync + "seen(N)@next :- dur.log(N);"), "");
  EXPECT_TRUE(parse_replaced_values(log + "sync(\"a\", 1)@1;").starts_with("type: "))
      << parse_replaced_values(log + "sync(\"a\", 1)@1;");
  EXPECT_TRUE(parse_replaced_values("b(1)@1; b(X)@next :- b(X); buffered b; sync(\"a\", \"b\")@1;")
                  .starts_with("type: "));
  EXPECT_EQ(parse_replaced_values("a(\"n\")@1; sync(N, \"b\") :- a(N);"), "")
      << "a relation like any other";
}

/// Returns the generated or changed rules that copy or damage tuples, if faults may damage disks.
std::string damage_in(const std::string& text, Corruptions wanted) {
  CheckOptions options;
  options.generated = {FaultRelation::corrupted};
  options.corruptions = std::move(wanted);
  const Program p = storage_program(text, options);
  std::string out;
  for (const Corruptions::Column& one : p.damaged) {
    out += one.relation + ":" + std::to_string(one.column) + " ";
  }
  for (const Rule& rule : p.rules) {
    const auto damages = [&](const Literal& l) {
      return l.relation == p.built_in(FaultRelation::corrupted);
    };
    const bool stops = std::ranges::any_of(rule.negative, damages);
    const bool hands = std::ranges::any_of(rule.positive, damages);
    if (stops || hands) out += std::string(stops ? "- " : "+ ") + rule.text + " ";
  }
  return out;
}

TEST(Storage, WhatIsDamagedIsHandedOnWithoutItsData) {
  const std::string log =
      "stable log, n; a(\"s\",\"x\")@1; n(\"s\",1)@1; n(S,I)@next :- n(S,I);"
      "log(S,\"k\",D)@next :- a(S,D); log(S,K,D)@next :- log(S,K,D), notin a(S,D);";
  const std::string keeps =
      "- log(S,K,D)@next :- log(S,K,D), notin a(S,D); "
      "- log(X0, X1, X2)@next :- log(X0, X1, X2), not written; ";
  EXPECT_EQ(damage_in(log, {}),
            "log:3 " + keeps +
                "+ log(S, K, \"?\")@next :- log(S,K,D), notin a(S,D), corrupted(S, \"log\"); "
                "+ log(X0, X1, \"?\")@next :- log(X0, X1, X2), not written, corrupted(X0, "
                "\"log\"); ");
  EXPECT_EQ(damage_in(log, {.columns = {{"log", 2}}}).substr(0, 6), "log:2 ");
  EXPECT_EQ(damage_in(log, {.columns = {{"n", 2}}}), "") << "it holds numbers";
  EXPECT_EQ(damage_in(log, {.relations = {"n"}}), "");
  EXPECT_EQ(damage_in(log, {.detected = true, .relations = {"log"}}), "log:3 " + keeps)
      << "what is damaged is dropped";
  EXPECT_THAT(
      damage_in("buffered b; sync(\"s\",\"b\")@2; a(\"s\",\"x\")@1; b(S,D)@next :- a(S,D);"
                "b(S,D)@next :- b(S,D);",
                {}),
      ::testing::StartsWith("b:2 - dur.b(X0, X1)@next :- dur.b(X0, X1), notin sync(X0, \"b\"); "));
}

TEST(Storage, WhatIsHandedOnMayHaveConstants) {
  const std::string text = "stable b; b(\"s\",\"k\",\"x\",1)@1; m(\"s\")@1;";
  const auto damaged = [&](const std::string& rule) {
    const std::string all = damage_in(text + rule, {.columns = {{"b", 3}}});
    const auto at = all.find("+ ");
    return all.substr(at, all.find("; ", at) - at);
  };
  EXPECT_EQ(damaged("b(S,\"k\",D,1)@next :- b(S,\"k\",D,1);"),
            "+ b(S, \"k\", \"?\", 1)@next :- b(S,\"k\",D,1), corrupted(S, \"b\")");
  EXPECT_EQ(damaged("b(\"s\",K,K,N)@next :- m(\"s\"), b(\"s\",K,K,N);"),
            "+ b(\"s\", K, \"?\", N)@next :- m(\"s\"), b(\"s\",K,K,N), corrupted(\"s\", \"b\")");
  EXPECT_EQ(damaged("b(S,K,\"x\",N)@next :- b(S,K,\"x\",N);"),
            "+ b(S, K, \"?\", N)@next :- b(S,K,\"x\",N), corrupted(S, \"b\")");
  EXPECT_EQ(damaged("b(S,K,D,N+1)@next :- b(S,K,D,N), N < 3;"),
            "+ b(X0, X1, \"?\", X3)@next :- b(X0, X1, X2, X3), not written, corrupted(X0, \"b\")")
      << "it writes another tuple";
}

// Relation `known` has no nodes in its first column. Generated rules that copy it must not make `x`
// a node.
TEST(Storage, WhatTheCheckerMakesTiesNoLocations) {
  const std::string text =
      "a(\"s\",\"x\")@1; a(S,D)@next :- a(S,D); m(S)@async :- a(S,_);"
      "known(\"x\",\"y\")@1; known(X,Y)@next :- known(X,Y);";
  CheckOptions options;
  options.nodes = {"s"};
  options.generated = {FaultRelation::corrupted, FaultRelation::standing};
  EXPECT_EQ(storage_program(text, options).nodes, std::vector<std::string>{"s"});
}

TEST(Storage, RestartIsBuiltInUnlessTheProgramDerivesIt) {
  EXPECT_TRUE(storage_program("a(\"n\")@1; b(N)@next :- a(N), restart(N);")
                  .built_in(FaultRelation::restart)
                  .has_value());
  EXPECT_FALSE(storage_program("a(\"n\")@1; restart(N)@next :- a(N); b(N) :- restart(N);")
                   .built_in(FaultRelation::restart)
                   .has_value());
  EXPECT_FALSE(storage_program("a(\"n\",1)@1; b(N) :- a(N,X), restart(N,X);")
                   .built_in(FaultRelation::restart)
                   .has_value());
}

TEST(Storage, IoerrorIsBuiltInUnlessTheProgramDerivesIt) {
  EXPECT_TRUE(storage_program("a(\"n\")@1; b(N)@next :- a(N), ioerror(N, P);")
                  .built_in(FaultRelation::ioerror)
                  .has_value());
  EXPECT_FALSE(storage_program("a(\"n\")@1; b(N)@next :- a(N), ioerror(N);")
                   .built_in(FaultRelation::ioerror)
                   .has_value());
  EXPECT_FALSE(storage_program("a(\"n\")@1; b(N)@next :- a(N), ioerror(N, 1);")
                   .built_in(FaultRelation::ioerror)
                   .has_value());
  EXPECT_FALSE(storage_program("a(\"n\")@1; ioerror(N, \"p\") :- a(N); b(N) :- ioerror(N, _);")
                   .built_in(FaultRelation::ioerror)
                   .has_value());
  const Program p = storage_program("stable b; a(\"n\")@1; b(N)@next :- a(N), ioerror(N, _);");
  EXPECT_TRUE(p.symbols.find("b").has_value()) << "rules may ask for the name of what is stored";
  EXPECT_EQ(p.nodes, std::vector<std::string>{"n"}) << "and a relation's name is not a node";
}

TEST(Storage, CorruptIsBuiltInUnlessTheProgramDerivesIt) {
  EXPECT_TRUE(storage_program("a(\"n\")@1; b(N)@next :- a(N), corrupt(N, P);")
                  .built_in(FaultRelation::corrupt)
                  .has_value());
  EXPECT_FALSE(storage_program("a(\"n\")@1; b(N)@next :- a(N), corrupt(N, 1);")
                   .built_in(FaultRelation::corrupt)
                   .has_value());
  EXPECT_FALSE(storage_program("a(\"n\")@1; corrupt(N, \"p\") :- a(N); b(N) :- corrupt(N, _);")
                   .built_in(FaultRelation::corrupt)
                   .has_value());
  EXPECT_EQ(storage_program("stable b; a(\"n\")@1; b(N)@next :- a(N), corrupt(N, \"b\");").nodes,
            std::vector<std::string>{"n"});
}

TEST(Storage, StoredAreStableRelationsThatStandAtNodes) {
  const Program p = storage_program(
      "stable v, n; v(\"a\",1)@1; v(N,X)@next :- v(N,X); n(1)@1; n(X)@next :- n(X);");
  EXPECT_EQ(stored_relations(p), std::vector<std::string>{"v"});
}

}  // namespace
}  // namespace ldfi::dedalus
