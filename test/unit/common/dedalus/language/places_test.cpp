#include "common/dedalus/language/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RemoteRead, IsAWarningInTheProtocolOnly) {
  const std::string facts = "log(\"a\", \"x\")@1; peer(\"a\", \"b\")@1;";
  const std::string send = "log(M, P)@async :- log(N, P), peer(N, M);";
  EXPECT_THAT(codes(send + facts), IsEmpty());
  EXPECT_THAT(codes(send + facts + "\nview(N) :- log(N, P), log(M, P);"), IsEmpty());
  EXPECT_THAT(codes(send + facts + "\nlog(N, P)@next :- peer(N, M), log(M, P);"),
              ElementsAre("remote-read@2:35"));
  EXPECT_THAT(codes(send + facts + "\nlog(N, P) :- peer(N, M), log(M, P);"),
              ElementsAre("remote-read@2:30"));
  EXPECT_THAT(codes(send + facts + "\nlog(N, \"y\")@next :- peer(N, _), notin log(_, \"y\");"),
              ElementsAre("remote-read@2:43"));
}

/// A token moves from node to node. The invariant reads the relation `ever`, which each test
/// defines differently.
const std::string token = R"(next("a","b")@1; next("b","a")@1; next(N,M)@next :- next(N,M);
held("a")@1; token(M)@async :- held(N), next(N,M), notin done(N);
done(N)@next :- held(N); done(N)@next :- done(N); held(N) :- token(N);
seen(N)@next :- held(N); seen(N)@next :- seen(N); pre(N) :- seen(N);
)";

TEST(RemoteRead, IsNoWarningWhereOnlyTheInvariantReads) {
  const std::string bad = token + "post(N) :- seen(N), notin ever(_);\n";
  const std::string keep = "ever(N)@next :- ever(N);";
  EXPECT_THAT(codes(bad + keep + "ever(N)@next :- held(N), held(M), N != M;"), IsEmpty());
  EXPECT_THAT(codes(bad + keep + "two(N) :- held(N), held(M), N != M; ever(N)@next :- two(N);"),
              IsEmpty());
  EXPECT_THAT(codes(bad + keep +
                    "two(N)@next :- held(N), held(M), N != M;"
                    "once(N)@next :- two(N); ever(N) :- once(N);"),
              IsEmpty())
      << "over several ticks";
  EXPECT_THAT(codes(token + "post(N) :- seen(N), ever(N);\n" + keep +
                    "ever(N)@next :- seen(N), seen(M), N != M;"),
              IsEmpty())
      << "what post needs, too";
  EXPECT_THAT(codes(bad + keep +
                    "\never(N)@next :- held(N), held(M), N != M;"
                    "token(M)@async :- ever(N), next(N,M);"),
              ElementsAre("remote-read@7:31"))
      << "a message depends on it";
}

TEST(RemoteRead, IsNoWarningWhereOnlyASpecificationReads) {
  const std::string text = token +
                           "post(N) :- seen(N), next(N,_); ever(N)@next :- ever(N);"
                           "ever(N)@next :- held(N), held(M), N != M;";
  const std::string spec = "spec bad critical always; bad(N) :- ever(N);";
  const auto warnings =
      check_program({{"test.ded"}, {{"test.ded", text}, {"bad.spec", spec}}}, {}).warnings;
  EXPECT_THAT(warnings, IsEmpty());
}

/// A node sends a message to all others once. Each test adds the rule by which the other nodes
/// store the message.
const std::string broadcast_once = R"(node("a","b")@1; node("b","a")@1; node(N,M)@next :- node(N,M);
bcast("a","hello")@1; log(N,P) :- bcast(N,P); log(N,P)@next :- log(N,P);
missing(M,P) :- log(N,P), node(N,M), notin log(M,P), notin crash(_,M,_);
pre(N,P) :- log(N,P), notin crash(_,N,_); post(N,P) :- log(N,P), notin missing(_,P);
)";

TEST(RemoteWrite, IsAWarningAtTheHead) {
  EXPECT_THAT(codes(broadcast_once + "log(M,P)@async :- bcast(N,P), node(N,M);"), IsEmpty());
  EXPECT_THAT(codes(broadcast_once + "log(M,P) :- bcast(N,P), node(N,M);"),
              ElementsAre("remote-write@5:5"));
  EXPECT_THAT(codes(broadcast_once + "log(M,P)@next :- bcast(N,P), node(N,M);"),
              ElementsAre("remote-write@5:5"));
  EXPECT_THAT(codes(broadcast_once + "log(\"b\",P) :- bcast(_,P);"),
              ElementsAre("remote-write@5:5"));
  EXPECT_THAT(codes(broadcast_once + "log(\"b\",P)@next :- bcast(\"a\",P);"),
              ElementsAre("remote-write@5:5"));
  EXPECT_THAT(codes(broadcast_once + "log(M,P)@next :- bcast(N,P), node(N,M), notin log(M,P);"),
              ElementsAre("remote-write@5:5"));
  EXPECT_THAT(codes(broadcast_once + "to(M,P) :- bcast(N,P), node(N,M); log(N,P) :- to(N,P);"),
              ElementsAre("remote-write@5:4"))
      << "by way of another relation";
  EXPECT_THAT(codes(broadcast_once + "log(M,P) :- bcast(N,P), node(N,M);", {.nodes = {"a", "b"}}),
              ElementsAre("remote-write@5:5"));
}

TEST(RemoteWrite, IsAWarningInStateThatOnlyPostReads) {
  const std::string program = R"(peer("a","b")@1; tail("b","c")@1; tail("c","c")@1;
peer(N,M)@next :- peer(N,M); tail(N,M)@next :- tail(N,M);
write("a","x")@1; write(N,V)@next :- write(N,V); ack(N,V)@next :- ack(N,V);
got(M,V,N)@async :- write(N,V), peer(N,M), notin ack(N,V); ack(N,V)@async :- got(M,V,N);
log(N,V) :- passed(N,V); log(N,V)@next :- log(N,V); pre(V) :- ack("a",V); post(V) :- log("c",V);
)";
  EXPECT_THAT(codes(program + "passed(C,V)@async :- got(M,V,_), tail(M,C);"), IsEmpty());
  EXPECT_THAT(codes(program + "passed(C,V) :- got(M,V,_), tail(M,C);"),
              ElementsAre("remote-write@6:8"));
}

TEST(RemoteWrite, IsNoWarningWhereTheHeadIsWhereTheBodyIs) {
  const std::string program = broadcast_once + "log(M,P)@async :- bcast(N,P), node(N,M);\n";
  EXPECT_THAT(codes(program + "log(M,P) :- bcast(N,P), node(N,M), N == M;"), IsEmpty());
  EXPECT_THAT(codes(program + "log(\"b\",P) :- bcast(N,P), N == \"b\";"), IsEmpty());
  EXPECT_THAT(codes(program + "log(\"b\",P) :- bcast(\"b\",P);"), IsEmpty());
  EXPECT_THAT(codes(program + "log(\"b\",P) :- bcast(N,P), N != \"b\";"),
              ElementsAre("remote-write@6:5"));
}

TEST(RemoteWrite, IsNoWarningForARuleThatKeepsATuple) {
  const std::string program = broadcast_once + "log(M,P)@async :- bcast(N,P), node(N,M);\n";
  for (const char* rule :
       {"post(X,P)@next :- post(X,P);", "pre(X,P)@next :- pre(X,P);", "log(X,P)@next :- log(X,P);",
        "post(X,P)@next :- post(X,P), log(X,P);",
        "post(X,P)@next :- notin missing(X,P), post(X,P);", "post(\"a\",P)@next :- post(\"a\",P);",
        "post(X,P)@next :- post(Y,P), post(X,P), X == Y;",
        "kept(X,P) :- log(X,P); kept(X,P)@next :- kept(X,P); post(X,P) :- kept(X,P);"}) {
    EXPECT_THAT(codes(program + rule), IsEmpty()) << rule;
    EXPECT_THAT(codes(program + rule, {.nodes = {"a", "b"}}), IsEmpty()) << rule;
  }
}

TEST(RemoteWrite, IsNoWarningWhereOnlyTheInvariantReads) {
  const std::string program = broadcast_once + "log(M,P)@async :- bcast(N,P), node(N,M);\n";
  EXPECT_THAT(codes(program + "pre(M,P) :- due(M,P); due(M,P)@next :- due(M,P);"
                              "due(M,P) :- log(N,P), node(N,M);"),
              IsEmpty())
      << "more of it violates more";
  EXPECT_THAT(codes(program + "bad(M,P)@next :- missing(M,P); bad(M,P)@next :- bad(M,P);"
                              "post(P,M) :- log(M,P), notin bad(M,P);"),
              IsEmpty());
  EXPECT_THAT(codes(program + "both(M,P)@next :- log(N,P), node(N,M), log(M,P);"
                              "both(M,P)@next :- both(M,P); post(M,P) :- both(M,P);"),
              IsEmpty())
      << "it looks at two nodes";
  EXPECT_THAT(codes(program + "up(M)@next :- node(_,M), notin down(M); up(M)@next :- up(M);"
                              "post(N,P) :- log(N,P), up(N);"),
              IsEmpty())
      << "it looks at whether a node is down";
  EXPECT_THAT(codes(program + "known(P)@next :- log(N,P); known(P)@next :- known(P);"
                              "post(N,P) :- known(P), node(N,_);"),
              IsEmpty())
      << "it is at no node";
}

}  // namespace
}  // namespace ldfi::dedalus
