#include "common/dedalus/language/location.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/dedalus/language/broadcast.hpp"
#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

using testing::ElementsAre;

/// Returns each column that holds nodes as `relation.column`, where columns are counted from 0.
std::vector<std::string> columns(const std::string& text) {
  const Program p = check(text);
  const LocationColumns found(p, false);
  std::vector<std::string> out;
  for (std::size_t r = 0; r < p.relations.size(); ++r) {
    for (std::size_t i = 0; i < p.relations[r].arity(); ++i) {
      if (found.contains(RelationId(r), i))
        out.push_back(p.relations[r].name + "." + std::to_string(i));
    }
  }
  return out;
}

TEST(Location, SenderAndReceiverAreWhereMessagesGo) {
  EXPECT_THAT(columns(broadcast), ElementsAre("log.0", "peer.0", "peer.1"));
}

TEST(Location, IsTiedThroughProtocolRules) {
  EXPECT_THAT(
      columns("ack(S, N)@async :- got(N, S, P); got(N, S, P) :- inbox(N, S, P);"
              "inbox(N, S, P)@next :- start(N, S, P); view(X) :- data(X, P), got(_, _, P);"),
      ElementsAre("got.0", "got.1", "ack.0", "ack.1", "inbox.0", "start.0"));
}

TEST(Location, OfAnInvariantStaysWithIt) {
  // The first column of post holds data. It is not found, because the protocol does not read post.
  EXPECT_THAT(
      columns("log(M, P)@async :- log(N, P), peer(N, M); post(P) :- good(P, N), log(N, P);"),
      ElementsAre("log.0", "peer.0", "peer.1"));
}

TEST(Location, ColumnsOfASelectionAreThoseOfItsRelation) {
  const std::string facts = "log(\"a\", \"d\")@1; peer(\"a\", \"b\", \"b\", \"a\")@1;";
  const std::string send = "log(M, P)@async :- log(N, P), peer(N, M, _, N);";
  EXPECT_THAT(codes(send + facts + "\nok(P) :- log(_, P), notin peer(_, Z, Z, \"c\");",
                    {.nodes = {"a", "b"}}),
              ElementsAre("negated-variable@2:35", "unknown-node@2:41"));
  EXPECT_THAT(codes(send + facts + "\nold(N, P)@next :- log(N, P), notin crash(Z, Z, _);"),
              ElementsAre("negated-variable@2:42"));
}

TEST(Location, MustBeAString) {
  EXPECT_THAT(codes("log(M, P)@async :- log(N, P), peer(N, M); log(1, \"x\")@1; peer(1, 2)@1;"),
              ElementsAre("location@1:5"));
}

TEST(Protocol, IsWhatStateDependsOn) {
  const Program p = check(broadcast + "log(\"a\", \"d\")@1; peer(\"a\", \"a\")@1;");
  EXPECT_TRUE(relation(p, "log").feeds_protocol);
  EXPECT_TRUE(relation(p, "peer").feeds_protocol);
  EXPECT_FALSE(relation(p, "missing").feeds_protocol);
  EXPECT_FALSE(relation(p, "pre").feeds_protocol);
}

}  // namespace
}  // namespace ldfi::dedalus
