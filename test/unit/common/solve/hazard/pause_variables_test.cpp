#include "common/solve/hazard/pause_variables.hpp"

#include <gtest/gtest.h>

#include "common/solve/hazard/fault_variables.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/support/enumerated.hpp"
#include "test/unit/common/solve/hazard/holds.hpp"

namespace ldfi::hazard {
namespace {

// Without omissions, the models over the variables of faults are the fault sets.
TEST(PauseVariables, ModelsAreTheFaultSetsOfTheEnumeration) {
  for (const int restarts : {0, 1}) {
    for (const int writes : {0, 1}) {
      for (int pauses = 1; pauses <= 2; ++pauses) {
        FspecParameters p{4, 3, 0, {"a"}, EffMode::inclusive, CrashModel::stop, restarts};
        p.limits.most.of<Pause>() = pauses;
        p.disk.write = writes;
        if (writes > 0) p.disk.relations = {"log"};
        const Fspec fspec(p);
        expect_models(fspec, {{NodeId(0U), NodeId(0U), Time(2), ChannelKind::write,
                               writes > 0 ? NamedId(0U) : no_relation}});
      }
    }
  }
}

TEST(PauseVariables, ChannelsAndFactsAreTiedToThem) {
  FspecParameters p{6, 4, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1};
  p.limits.most.of<Pause>() = 2;
  p.limits.omissions = 1;
  p.limits.faults = 3;
  const Fspec fspec(p);
  const NodeId a(0U);
  const NodeId b(1U);
  std::vector<Channel> channels;
  std::vector<FaultFact> facts;
  for (int t = 1; t <= 4; ++t) {
    channels.push_back({a, b, Time(t)});
    channels.push_back({b, a, Time(t)});
    for (const ChannelKind kind :
         {ChannelKind::memory, ChannelKind::stay, ChannelKind::write, ChannelKind::keep}) {
      channels.push_back({a, a, Time(t), kind});
    }
    facts.push_back({FaultFact::Kind::paused, a, Time(t)});
    facts.push_back({FaultFact::Kind::quiet, a, Time(t)});
    facts.push_back({FaultFact::Kind::down, a, Time(t)});
  }
  const auto solver = sat::make_solver(SolverName::cadical, 1);
  FaultVariables variables(fspec, *solver);
  variables.extend(channels, facts);
  std::size_t number = 0;
  for (const FaultSet& faults : test::enumerated(fspec)) {
    if (faults.all<Pause>().empty() || ++number % 40 != 0) continue;
    expect_tied(faults, fspec, variables, *solver, channels, facts);
  }
  EXPECT_GT(number, 400U);
}

}  // namespace
}  // namespace ldfi::hazard
