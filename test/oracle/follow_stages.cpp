#include "test/oracle/follow_stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/minimise/programs/follow.hpp"

namespace ldfi::test {

std::uint64_t follow_stages(const dedalus::Program& program, const Fspec& fspec,
                            const std::vector<std::uint32_t>& externals, const Minimisation& m) {
  std::uint64_t out = 0;
  minimise::Trials trials(program, fspec, externals, {}, [] {});
  for (const MinimisationStage& stage : m.stages) {
    if (stage.world != fspec.nodes() || stage.eot != fspec.eot()) continue;
    minimise::Elements events;
    std::vector<Fault> crashes;
    std::vector<minimise::Expected> expected;
    for (const ScheduledEvent& event : stage.schedule) {
      if (event.kind == "crash") {
        crashes.push_back(minimise::crash_of(fspec, *fspec.find(event.text), event.at,
                                             event.arrives, event.nth == 1));
      } else if (event.kind == "delivery") {
        expected.push_back({*fspec.find(event.from), *fspec.find(event.to), event.text, event.nth,
                            event.arrives - event.at - 1});
      }
      for (std::uint32_t i = 0; event.kind == "external" && i < externals.size(); ++i) {
        const dedalus::GivenFact& fact = trials.external(i);
        const bool same =
            fact.at.tick() == event.at && minimise::text_of(program, fact) == event.text;
        if (same) events.push_back(i);
      }
    }
    std::ranges::sort(events);
    std::ranges::sort(crashes);
    const minimise::Followed followed = minimise::follow(trials, events, crashes, expected);
    EXPECT_TRUE(followed.violates()) << stage.stage;
    EXPECT_TRUE(followed.missing.empty() && followed.unexpected.empty()) << stage.stage;
    EXPECT_EQ(minimise::message_count(followed.ticks), stage.deliveries) << stage.stage;
    ++out;
  }
  return out;
}

}  // namespace ldfi::test
