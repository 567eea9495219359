// Delivery of messages by @async rules, with and without faults (docs/explanation/semantics.md).
#include "common/dedalus/eval/network.hpp"

#include <gtest/gtest.h>

#include "test/support/execution.hpp"
#include "test/unit/common/dedalus/eval/support.hpp"

namespace ldfi::test {
namespace {

TEST(Async, ArrivesOneTickLaterAtTheHeadsNode) {
  const auto e = broadcast_under("none");
  EXPECT_EQ(e.at("log", 1), "");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AnOmissionLosesOneMessage) {
  EXPECT_EQ(broadcast_under("O(a,c,1)").at("log", 2), "log(a,m) log(b,m)");
  const auto e = broadcast_under("O(a,b,1)");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AnOmissionTheOtherWayLosesNothing) {
  EXPECT_EQ(broadcast_under("O(b,a,1)").at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, ACrashedNodeSendsNothingButToItself) {
  const auto e = broadcast_under("C(a,2)");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "log(a,m)");
  EXPECT_EQ(e.at("b", 3), "b(a,m)") << "its own state goes on";
}

TEST(Async, MessagesReachACrashedNode) {
  EXPECT_EQ(broadcast_under("C(b,1)").at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AMessageToNoNodeIsDropped) {
  const auto e =
      execute(R"(to("a", "b")@1; to("a", "c")@1; to("c", "a")@1; got(Y)@async :- to(X, Y);)",
              fspec_of(2, {"a", "b", "c"}));
  EXPECT_EQ(e.at("got", 2), "got(a) got(b) got(c)");
  const auto fewer = eval::run(*e.program, Fspec(fspec_of(2, {"a", "b"})), FaultSet());
  const auto got = fewer->tuples(e.relation("got"), Time(2));
  ASSERT_EQ(got.size(), 1U) << "c neither sends nor receives";
  EXPECT_EQ(e.program->tuple_text(e.relation("got"), got[0].data()), "got(b)");
}

TEST(Halt, StopsTransitionsOfTheCrashedNode) {
  const auto e = broadcast_under("C(a,2)", CrashModel::halt);
  EXPECT_EQ(e.at("b", 2), "b(a,m)") << "derived before the crash";
  EXPECT_EQ(e.at("b", 3), "");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "") << "nothing to itself either";
}

TEST(Halt, StopsNobodyElse) {
  const auto e = execute(persistent, fspec_of(3, {"a", "b"}, CrashModel::halt), "C(b,1)");
  EXPECT_EQ(e.at("p", 3), "p(a,x)");
}

TEST(Halt, ALocationThatIsNoNodeCannotCrash) {
  const auto e = execute(R"(n("x", 1)@1; n(X, V)@next :- n(X, V); i(3)@1; i(X)@next :- i(X);)",
                         fspec_of(2, {"a"}, CrashModel::halt), "C(a,1)");
  EXPECT_EQ(e.at("n", 2), "n(x,1)");
  EXPECT_EQ(e.at("i", 2), "i(3)");
}

/// Each node counts its ticks on its disk and in memory, notes its restarts, and sends its counts
/// to the others.
constexpr const char* counting = R"(
stable disk;
node("a","b")@1; node("b","a")@1; node(X,Y)@next :- node(X,Y);
disk("a",0)@1; disk("b",0)@1; mem("a",0)@1; mem("b",0)@1; obs("x",1)@1;
disk(X,N+1)@next :- disk(X,N);
mem(X,N+1)@next :- mem(X,N);
back(X) :- restart(X);
hello(Y,X)@async :- node(X,Y);
self(X,X)@async :- node(X,_);
obs(X,N)@next :- obs(X,N), node("a",_);
)";

Execution counting_under(const std::string& faults) {
  FspecParameters stop{7, 6, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 2, {}};
  return execute(counting, stop, faults);
}

TEST(Stop, ADownNodeWritesNothingAndKeepsWhatItWrote) {
  const auto e = counting_under("C(a,3,5)");
  EXPECT_EQ(e.at("disk", 3), "disk(a,2) disk(b,2)");
  EXPECT_EQ(e.at("disk", 4), "disk(a,2) disk(b,3)");
  EXPECT_EQ(e.at("disk", 5), "disk(a,2) disk(b,4)");
  EXPECT_EQ(e.at("disk", 6), "disk(a,3) disk(b,5)");
}

TEST(Stop, MemoryIsLostFromTheCrashOn) {
  const auto e = counting_under("C(a,3,5)");
  EXPECT_EQ(e.at("mem", 2), "mem(a,1) mem(b,1)");
  for (int t = 3; t <= 6; ++t) EXPECT_EQ(e.at("mem", t), "mem(b," + std::to_string(t - 1) + ")");
}

TEST(Stop, AfterItsWorkMeansWrittenAndNotSent) {
  const auto e = counting_under("C(a,3+,5)");
  EXPECT_EQ(e.at("mem", 3), "mem(a,2) mem(b,2)") << "it runs at 3";
  EXPECT_EQ(e.at("disk", 4), "disk(a,3) disk(b,3)") << "and writes";
  EXPECT_EQ(e.at("hello", 4), "") << "but sends nothing, and receives nothing";
  EXPECT_EQ(e.at("self", 4), "self(b,b)");
}

TEST(Stop, RestartsAreSeenAtTheNodeWhenItComesBack) {
  const auto e = counting_under("C(a,2,4) C(b,3,6)");
  for (int t = 1; t <= 7; ++t) {
    EXPECT_EQ(e.at("back", t), t == 4 ? "back(a)" : t == 6 ? "back(b)" : "") << "at " << t;
  }
}

TEST(Stop, MessagesToAndFromADownNodeAreLost) {
  const auto e = counting_under("C(a,3,5)");
  EXPECT_EQ(e.at("hello", 3), "hello(b,a)") << "a is down at 3";
  EXPECT_EQ(e.at("hello", 4), "");
  EXPECT_EQ(e.at("hello", 5), "hello(a,b)") << "sent at 4, and a runs at 5";
  EXPECT_EQ(e.at("hello", 6), "hello(a,b) hello(b,a)");
}

TEST(Stop, ConfigurationAndObserversForgetNothing) {
  const auto e = counting_under("C(a,2)");
  EXPECT_EQ(e.at("node", 7), "node(a,b) node(b,a)");
  EXPECT_EQ(e.at("obs", 7), "obs(x,1)");
  EXPECT_EQ(e.at("disk", 7), "disk(a,1) disk(b,6)");
}

/// Each node has a list and a set on its disk. The list grows at each tick. The set is replaced by
/// the last message.
constexpr const char* writing = R"(
stable list, set;
said("a",1)@1; said("b",1)@1; said(X,N+1)@next :- said(X,N);
list(X,N)@next :- said(X,N);
list(X,N)@next :- list(X,N);
set(X,N)@next :- said(X,N);
mem(X,N)@next :- said(X,N);
told(X,P) :- ioerror(X,P);
heard(X)@next :- said(X,_), notin ioerror(X,"set");
)";

Execution writing_under(const std::string& faults, bool silent = false) {
  FspecParameters stop{6, 5, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1, {}};
  stop.disk.write = 2;
  stop.disk.relations = {"list", "set"};
  stop.disk.silent = silent;
  return execute(writing, stop, faults);
}

TEST(FailedWrites, NothingIsAddedAndNothingTaken) {
  const auto e = writing_under("W(a,set,2,3)");
  EXPECT_EQ(e.at("set", 2), "set(a,1) set(b,1)");
  EXPECT_EQ(e.at("set", 3), "set(a,1) set(b,2)") << "the deletion failed, too";
  EXPECT_EQ(e.at("set", 4), "set(a,1) set(b,3)");
  EXPECT_EQ(e.at("set", 5), "set(a,4) set(b,4)");
  EXPECT_EQ(e.at("list", 4), "list(a,1) list(a,2) list(a,3) list(b,1) list(b,2) list(b,3)");
  EXPECT_EQ(e.at("mem", 3), "mem(a,2) mem(b,2)") << "memory is not a disk";
}

TEST(FailedWrites, WhatIsCopiedStaysWithoutWhatIsNew) {
  const auto e = writing_under("W(a,list,2)");
  EXPECT_EQ(e.at("list", 3), "list(a,1) list(b,1) list(b,2)");
  EXPECT_EQ(e.at("list", 4), "list(a,1) list(a,3) list(b,1) list(b,2) list(b,3)");
}

TEST(FailedWrites, AreToldAtTheNodeOneTickLater) {
  const auto e = writing_under("W(a,set,2,3) W(b,list,5)");
  const std::string told[] = {"", "", "told(a,set)", "told(a,set)", "", "told(b,list)"};
  for (int t = 1; t <= 6; ++t) EXPECT_EQ(e.at("told", t), told[t - 1]) << "at " << t;
  EXPECT_EQ(e.at("heard", 4), "heard(b)");
  EXPECT_EQ(e.at("heard", 6), "heard(a) heard(b)");
}

TEST(FailedWrites, MayBeSilent) {
  const auto e = writing_under("W(a,set,2)", true);
  EXPECT_EQ(e.at("set", 3), "set(a,1) set(b,2)");
  EXPECT_EQ(e.at("told", 3), "");
}

TEST(FailedWrites, AreToldToANodeThatIsDownAndFailAtOneThatIsMuted) {
  const auto e = writing_under("C(a,3+,5) W(a,set,3)");
  EXPECT_EQ(e.at("set", 4), "set(a,2) set(b,3)") << "it works at 3, and would have written";
  EXPECT_EQ(e.at("told", 4), "told(a,set)");
  EXPECT_EQ(e.at("list", 4), "list(a,1) list(a,2) list(a,3) list(b,1) list(b,2) list(b,3)");
}

}  // namespace
}  // namespace ldfi::test
