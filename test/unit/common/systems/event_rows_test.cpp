// Tests the table of the kinds of events.
#include "common/systems/event_rows.hpp"

#include <gtest/gtest.h>

#include <set>

#include "common/systems/recording_keys.hpp"

namespace ldfi::systems {
namespace {

TEST(EventRows, EveryEventHasARowUnderTheNameOfRecordings) {
  std::set<EventKind> kinds;
  for (const EventRow& row : event_rows) {
    EXPECT_TRUE(kinds.insert(row.kind).second) << row.name;
    const EventKeys* keys = keys_of_event(row.name);
    ASSERT_NE(keys, nullptr) << row.name;
    EXPECT_EQ(keys->kind, row.kind) << row.name;
    EXPECT_EQ(row_of(row.kind).name, row.name);
  }
  EXPECT_EQ(kinds.size(), event_rows.size());
}

}  // namespace
}  // namespace ldfi::systems
