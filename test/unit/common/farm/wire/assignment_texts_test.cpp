#include "common/farm/wire/assignment_texts.hpp"

#include <gtest/gtest.h>

#include "common/farm/wire/codec.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::wire {
namespace {

const systems::MessageId gossip{"n0", "n1", "gossip", 0};

TEST(AssignmentTexts, AnAssignmentIsReadAsItWasWritten) {
  const systems::FaultSet faults{systems::Loss{gossip}, systems::Crash{"n0", {3}}};
  for (const systems::Deliveries& deliveries :
       {systems::Deliveries(), systems::Deliveries(std::in_place),
        systems::Deliveries(std::set<systems::MessageId>{gossip})}) {
    const systems::Assignment back = assignment_of(texts_of({faults, deliveries}));
    EXPECT_EQ(back.faults, faults);
    EXPECT_EQ(back.deliveries, deliveries);
    EXPECT_EQ(back.draw, std::nullopt);
  }
}

TEST(AssignmentTexts, ADrawKeepsItsNumberAndItsProbabilities) {
  systems::Assignment drawn;
  drawn.draw = {9, {{1, 2, 3, 4, 5, 6, systems::certain}}};
  EXPECT_EQ(texts_of(drawn).draw, 9U);
  EXPECT_EQ(assignment_of(texts_of(drawn)).draw, drawn.draw);
}

TEST(AssignmentTexts, RefuseWhatNoAssignmentIsWrittenAs) {
  const AssignmentTexts bad[] = {
      {{"nonsense"}, false, {}, 0, {}},
      {{"O(n0,n1,m#0)", "O(n0,n1,m#0)"}, false, {}, 0, {}},
      {{"O(n0,n1,m#0)", "U(n0,n1,m#0,+1s)"}, false, {}, 0, {}},
      {{}, false, {"n0,n1,m#0"}, 0, {}},
      {{}, true, {"nonsense"}, 0, {}},
      {{}, true, {"n0,n1,m#0", "n0,n1,m#0"}, 0, {}},
      {{}, false, {}, 0, {1, 2, 3, 4, 5, 6, 7}},
      {{}, false, {}, 9, {}},
      {{}, false, {}, 9, {1, 2, 3, 4, 5, 6}},
      {{}, false, {}, 9, {1, 2, 3, 4, 5, 6, systems::certain + 1}},
  };
  for (const AssignmentTexts& one : bad) EXPECT_THROW((void)assignment_of(one), DecodeError);
}

}  // namespace
}  // namespace ldfi::wire
