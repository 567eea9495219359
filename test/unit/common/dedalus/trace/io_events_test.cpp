#include "common/dedalus/trace/io_events.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/execution.hpp"

namespace ldfi::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Node a sends requests to server s at ticks 1 and 4. The server writes the requested value to its
// log and sends an acknowledgement. It clears its log at tick 6.
constexpr const char* server = R"(
stable log, seen;
server("a", "s")@1; server(X, Y)@next :- server(X, Y);
wish("a", "x")@1; wish("a", "y")@4;
clear("s")@6;
ask(S, C, W)@async :- wish(C, W), server(C, S);
log(S, W)@next :- ask(S, _, W);
log(S, W)@next :- log(S, W), notin clear(S);
seen(S)@next :- ask(S, _, _);
seen(S)@next :- seen(S);
ack(C, W)@async :- ask(S, C, W);
told(C, W) :- ack(C, W);
told(C, W)@next :- told(C, W);
)";

FspecParameters stop() {
  FspecParameters out{9, 8, 1, {"a", "s"}, EffMode::inclusive, CrashModel::stop, 1, {}};
  out.disk.write = 1;
  out.disk.relations = {"log", "seen"};
  return out;
}

std::vector<std::string> events(const std::string& faults, const FspecParameters& fspec = stop(),
                                const char* program = server) {
  const auto e = test::execute(program, fspec, faults);
  std::vector<std::string> out;
  for (const auto& event : IoEvents(*e.program, *e.fspec).of(e.faults, *e.model)) {
    const bool write = event.kind == failures::IoEvent::Kind::write;
    out.push_back(std::to_string(event.at.tick()) + (write ? " write " : " ") + event.relation +
                  " " + e.fspec->name(event.from) + (write ? "" : ">" + e.fspec->name(event.to)) +
                  (event.lost ? " lost" : ""));
  }
  return out;
}

TEST(IoEvents, AreWhatChangesADiskAndWhatIsSent) {
  EXPECT_THAT(events("none"),
              ElementsAre("1 ask a>s", "2 write log s", "2 write seen s", "2 ack s>a", "4 ask a>s",
                          "5 write log s", "5 ack s>a",  // `seen` does not change
                          "6 write log s"));             // the log becomes empty
}

TEST(IoEvents, TellWhatWasLost) {
  EXPECT_THAT(events("O(s,a,2) W(s,log,5)"),
              ElementsAre("1 ask a>s", "2 write log s", "2 write seen s", "2 ack s>a lost",
                          "4 ask a>s", "5 write log s lost", "5 ack s>a", "6 write log s"));
}

TEST(IoEvents, ANodeThatIsDownDoesNothing) {
  EXPECT_THAT(events("C(s,1)"), ElementsAre("1 ask a>s lost", "4 ask a>s lost"));
  EXPECT_THAT(events("C(s,2+,4)"),  // s writes at tick 2, but sends nothing
              ElementsAre("1 ask a>s", "2 write log s", "2 write seen s", "4 ask a>s",
                          "5 write log s", "5 ack s>a", "6 write log s"));
}

TEST(IoEvents, ACrashedNodeWritesOnUnlessItHalts) {
  FspecParameters fspec = stop();
  fspec.restarts = 0;
  fspec.disk = {};
  fspec.crash_model = CrashModel::silent;
  EXPECT_THAT(events("C(s,1)", fspec), ElementsAre("1 ask a>s", "2 write log s", "2 write seen s",
                                                   "4 ask a>s", "5 write log s", "6 write log s"));
  fspec.crash_model = CrashModel::halt;
  EXPECT_THAT(events("C(s,1)", fspec), ElementsAre("1 ask a>s", "4 ask a>s"));
}

// Damage replaces the value on the disk, but no rule has written the new value.
TEST(IoEvents, DamageIsNoWrite) {
  FspecParameters fspec = stop();
  fspec.disk.corrupt = 1;
  fspec.disk.damaged = {"log"};
  fspec.disk.columns = {2};
  const auto writes = ElementsAre("1 ask a>s", "2 write log s", "2 write seen s", "2 ack s>a",
                                  "4 ask a>s", "5 write log s", "5 ack s>a", "6 write log s");
  EXPECT_THAT(events("none", fspec), writes);
  EXPECT_THAT(events("X(s,log,3)", fspec), writes);
}

// A node writes a buffered relation to its disk when the program derives `sync`.
TEST(IoEvents, ABufferIsWrittenWhenItIsSynced) {
  constexpr const char* buffered = R"(
buffered log;
wish("s", "x")@1; wish("s", "y")@2; sync("s", "log")@3; sync("s", "log")@5;
log(S, W)@next :- wish(S, W);
log(S, W)@next :- log(S, W);
)";
  FspecParameters fspec = stop();
  fspec.disk.relations = {"log"};
  EXPECT_THAT(events("none", fspec, buffered), ElementsAre("3 write log s"));
  EXPECT_THAT(events("W(s,log,3)", fspec, buffered),
              ElementsAre("3 write log s lost", "5 write log s"));
}

// Events in specifications describe messages and writes that the trace lists anyway. So they add
// nothing to the trace.
TEST(IoEvents, SpecificationsAreNone) {
  dedalus::CheckOptions options;
  options.nodes = {"a", "s"};
  const std::string spec =
      "spec early critical always; early(W) :- delivered.ask(_, _, _, W), notin seen(_);\n"
      "spec stored critical always; stored(W) :- wrote.log(_, W), lost.ack(_, _, W);\n";
  const auto program =
      dedalus::check_program({{"p.ded", "p.spec"}, {{"p.ded", server}, {"p.spec", spec}}}, options);
  const Fspec fspec(stop());
  const auto model = eval::run(program, fspec, {});
  const auto plain = test::execute(server, stop(), "none");
  EXPECT_EQ(IoEvents(program, fspec).of({}, *model),
            IoEvents(*plain.program, fspec).of({}, *plain.model));
}

// A tuple that a fact gives and that never changes is never written.
TEST(IoEvents, WhatDoesNotChangeIsNoWrite) {
  constexpr const char* given = R"(
stable log, config;
config("a", "s")@1; config(X, Y)@next :- config(X, Y);
log("s", "x")@1; log(S, W)@next :- log(S, W), notin clear(S); clear("a")@1;
)";
  EXPECT_THAT(events("none", stop(), given), IsEmpty());
}

}  // namespace
}  // namespace ldfi::trace
