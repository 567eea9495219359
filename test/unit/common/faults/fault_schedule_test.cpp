#include "common/faults/fault_schedule.hpp"

#include <gtest/gtest.h>

#include "test/support/faults.hpp"

namespace ldfi::fault_schedule_test {
namespace {

const NodeId a(0);
const NodeId b(1);
const NodeId c(2);

// At each tick, the schedule gives the same answers about each channel and node as the fault set.
// This also holds if the schedule is used again for another execution.
TEST(FaultSchedule, SaysWhatTheFaultSetSays) {
  FaultSchedule schedule(3);
  for (const FaultSet& faults :
       {test::fault_set({{c, a, Time(3)}, {a, b, Time(1)}, {a, c, Time(1)}, {b, a, Time(4)}},
                        {{b, Time(3)}}),
        FaultSet(), test::fault_set({}, {{a, Time(1)}, {c, Time(4)}})}) {
    schedule.start(faults);
    for (int t = 1; t <= 5; ++t) {
      schedule.at(t);
      bool all_up = true;
      for (std::uint32_t from = 0; from < 3; ++from) {
        const NodeState state = faults.state_of(NodeId(from), Time(t));
        all_up = all_up && state == NodeState::up;
        EXPECT_EQ(schedule.crashed(from), state == NodeState::crashed) << from << " at " << t;
        for (std::uint32_t to = 0; to < 3; ++to) {
          if (from == to) continue;
          EXPECT_EQ(schedule.loses(from, to), faults.loses({NodeId(from), NodeId(to), Time(t)}))
              << from << " to " << to << " at " << t;
        }
      }
      EXPECT_EQ(schedule.all_up(), all_up) << "at " << t;
    }
  }
}

}  // namespace
}  // namespace ldfi::fault_schedule_test
