#include "results/trace/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// a tells b, b tells c; d is told too, but nobody asks it.
constexpr const char* program = R"(
log("a", "m")@1; next("a", "b")@1; next("b", "c")@1; next("a", "d")@1;
next(X, Y)@next :- next(X, Y);
log(X, P)@next :- log(X, P);
log(Y, P)@async :- log(X, P), next(X, Y);
pre(P) :- log("a", P);
post(P) :- log("c", P);
)";

RunRecord record() {
  RunRecord run;
  run.program = {{"chain.ded", program}};
  Cell cell;
  cell.eot = 4;
  cell.eff = 3;
  cell.crashes = 1;
  cell.nodes = {"a", "b", "c", "d"};
  cell.eff_mode = "inclusive";
  cell.crash_model = "silent";
  run.cells.push_back(cell);
  return run;
}

struct Fixture {
  RunRecord run = record();
  Subject subject{run, run.cells[0]};
  [[nodiscard]] Execution execute(const std::string& faults) const {
    return subject.execute(subject.fault_set(faults, "test"));
  }
};

TEST(Subject, RunsWhatTheFileHolds) {
  const Fixture f;
  EXPECT_TRUE(f.subject.failure_free().judgement.holds());
  EXPECT_THAT(f.execute("O(b,c,2) C(b,3)").judgement.violated, ElementsAre("pre(m)"));
}

TEST(Subject, LocatesErrors) {
  const Fixture f;
  EXPECT_THROW((void)f.subject.fault_set("O(a,x,1)", "RUN"), dedalus::ProgramError);
  RunRecord run = record();
  run.program[0].text = "log(";
  EXPECT_THROW(Subject(run, run.cells[0]), dedalus::ProgramError);
  run = record();
  run.cells[0].eff = 9;
  EXPECT_THROW(Subject(run, run.cells[0]), dedalus::ProgramError);
}

TEST(Trace, SaysWhichMessagesMatter) {
  const Fixture f;
  const Trace t = trace(f.subject, f.execute("none"));
  std::vector<std::string> matter;
  std::vector<std::string> other;
  for (const Tick& tick : t.ticks) {
    for (const Message& m : tick.arrived) {
      (t.matters(tick.tick, m) ? matter : other).push_back(std::to_string(tick.tick) + m.head);
    }
  }
  EXPECT_THAT(matter, ElementsAre("1log(b,m)", "2log(b,m)", "2log(c,m)", "3log(c,m)"));
  EXPECT_THAT(other, ElementsAre("1log(d,m)", "2log(d,m)", "3log(b,m)", "3log(d,m)"));
}

TEST(Trace, OfAViolationWhatWasPromisedMatters) {
  const Fixture f;
  const Trace t = trace(f.subject, f.execute("O(b,c,2) C(b,3)"));
  EXPECT_THAT(t.pre, ElementsAre("pre(m)"));
  EXPECT_THAT(t.post, IsEmpty());
  ASSERT_TRUE(t.matter.has_value());
  EXPECT_THAT(*t.matter, IsEmpty());  // a has it from the beginning
}

TEST(State, IsByNodeAndSaysWhatIsNew) {
  const Fixture f;
  std::string text;
  for (const Held& h : state(f.subject, f.execute("none"), Time(2))) {
    if (!h.text.starts_with("next")) {
      text +=
          (h.node ? f.subject.fspec().name(*h.node) : "-") + (h.fresh ? "+" : " ") + h.text + " ";
    }
  }
  EXPECT_EQ(text, "a log(a,m) b+log(b,m) d+log(d,m) - pre(m) ");
}

}  // namespace
}  // namespace ldfi::results
