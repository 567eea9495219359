#include "results/views/trace/traces.hpp"

#include <gtest/gtest.h>

#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

TEST(Traces, ExecutesWhatTheFileDoesNotHold) {
  const Sample s(chain_program, 4, {"a", "b", "c", "d"});
  Traces traces(s.run, s.run.cells[0]);
  const Rerun e = s.execute("O(b,c,2)");
  EXPECT_EQ(traces.stored(e.faults), nullptr);
  const Trace again = traces.of(e.faults);
  EXPECT_EQ(again, make_trace(s.subject, e));
  EXPECT_TRUE(again.held.has_value());
  EXPECT_FALSE(traces.of(e.faults, 0).held.has_value());
}

TEST(Traces, AreThoseOfTheFileIfItHoldsThem) {
  RunRecord run = record_of("", 2, {"a", "b"});
  run.program.clear();
  Trace stored;
  stored.fspec = run.cells[0].fspec;
  stored.faults = FaultSet({Omission{NodeId(0), NodeId(1), Time(1)}});
  stored.ticks = {{1, {}, {}, {}}, {2, {}, {}, {}}};
  run.cells[0].traces = {stored};
  Traces traces(run, run.cells[0]);
  EXPECT_EQ(traces.of(stored.faults), stored);
  EXPECT_THROW((void)traces.of({}), UsageError) << "nothing to execute";
}

}  // namespace
}  // namespace ldfi::results
