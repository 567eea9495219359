#include "common/solve/hazard/span_variables.hpp"

#include <gtest/gtest.h>

#include "common/solve/hazard/fault_variables.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/support/enumerated.hpp"
#include "test/unit/common/solve/hazard/holds.hpp"

namespace ldfi::hazard {
namespace {

// Without omissions, the models over the variables of faults are the fault sets.
TEST(SpanVariables, ModelsOfFailedWritesAreTheFaultSetsOfTheEnumeration) {
  for (const int restarts : {0, 1}) {
    for (int writes = 1; writes <= 2; ++writes) {
      FspecParameters p{4, 3, 0, {"a"}, EffMode::inclusive, CrashModel::stop, restarts};
      p.disk.write = writes;
      p.disk.relations = {"log", "vote"};
      const Fspec fspec(p);
      std::vector<Channel> channels;
      for (const NamedId relation : {NamedId(1U), NamedId(0U)}) {
        channels.push_back({NodeId(0U), NodeId(0U), Time(2), ChannelKind::write, relation});
      }
      expect_models(fspec, channels);
    }
  }
}

TEST(SpanVariables, ChannelsAndFactsAreTiedToFailedWrites) {
  FspecParameters p{6, 4, 0, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1};
  p.disk.write = 2;
  p.disk.relations = {"log"};
  const Fspec fspec(p);
  const NodeId a(0U);
  const NamedId log(0U);
  std::vector<Channel> channels;
  for (int t = 1; t <= 4; ++t) {
    channels.push_back({a, a, Time(t), ChannelKind::write, log});
    channels.push_back({a, a, Time(t), ChannelKind::keep, log});
  }
  const auto solver = sat::make_solver(SolverName::cadical, 1);
  FaultVariables variables(fspec, *solver);
  std::vector<FaultFact> facts;
  for (int t = 2; t <= 5; ++t) facts.push_back({FaultFact::Kind::ioerror, a, Time(t), log});
  variables.extend(channels, facts);
  int sets = 0;
  for (const FaultSet& faults : test::enumerated(fspec)) {
    if (!faults.all<Omission>().empty() || ++sets > 300) continue;
    bool known = true;
    for (const FailedWrite& f : faults.all<FailedWrite>()) known = known && f.node == a;
    if (!known) continue;  // the other node has no variables
    expect_tied(faults, fspec, variables, *solver, channels, facts);
  }
}

TEST(SpanVariables, ModelsOfDeadDisksAndWriteBacksAreTheFaultSetsOfTheEnumeration) {
  for (const int restarts : {0, 1}) {
    for (const int writes : {0, 1}) {
      for (const int backs : {0, 2}) {
        FspecParameters p{4, 3, 0, {"a"}, EffMode::inclusive, CrashModel::stop, restarts};
        p.disk = {writes, {"buf", "log"}, {}, false, 1, backs, {"buf"}};
        p.limits.most.of<Pause>() = backs > 0 ? 1 : 0;
        const Fspec fspec(p);
        std::vector<Channel> channels;
        for (const NamedId relation : {NamedId(1U), NamedId(0U)}) {
          channels.push_back({NodeId(0U), NodeId(0U), Time(2), ChannelKind::copy, relation});
        }
        expect_models(fspec, channels);
      }
    }
  }
}

TEST(SpanVariables, ModelsOfCorruptionsAreTheFaultSetsOfTheEnumeration) {
  for (const int restarts : {0, 1}) {
    for (const int writes : {0, 1}) {
      for (const int dead : {0, 1}) {
        FspecParameters p{4, 3, 0, {"a"}, EffMode::inclusive, CrashModel::stop, restarts};
        p.disk = {writes, {"blk", "log"}, {}, false, dead, 0, {}, 2, {"blk"}, {2}, false};
        p.limits.most.of<Pause>() = 1;
        const Fspec fspec(p);
        std::vector<Channel> channels;
        for (const NamedId relation : {NamedId(1U), NamedId(0U)}) {
          channels.push_back({NodeId(0U), NodeId(0U), Time(2), ChannelKind::copy, relation});
        }
        expect_models(fspec, channels);
      }
    }
  }
}

TEST(SpanVariables, FactsAreTiedToCorruptions) {
  FspecParameters p{5, 4, 0, {"a"}, EffMode::inclusive, CrashModel::stop, 1};
  p.disk = {1, {"blk"}, {}, false, 1, 0, {}, 1, {"blk"}, {}, true};
  const Fspec fspec(p);
  std::vector<FaultFact> facts;
  for (int t = 1; t <= 4; ++t) {
    facts.push_back({FaultFact::Kind::corrupted, NodeId(0U), Time(t), NamedId(0U)});
    facts.push_back({FaultFact::Kind::corrupt, NodeId(0U), Time(t + 1), NamedId(0U)});
  }
  const auto solver = sat::make_solver(SolverName::cadical, 1);
  FaultVariables variables(fspec, *solver);
  variables.extend({}, facts);
  for (const FaultSet& faults : test::enumerated(fspec)) {
    expect_tied(faults, fspec, variables, *solver, {}, facts);
  }
}

TEST(SpanVariables, ChannelsAndFactsAreTiedToDeathsAndWriteBacks) {
  FspecParameters p{5, 4, 0, {"a"}, EffMode::inclusive, CrashModel::stop, 1};
  p.disk = {1, {"buf"}, {}, false, 1, 1, {"buf"}};
  const Fspec fspec(p);
  const NodeId a(0U);
  const NamedId buf(0U);
  std::vector<Channel> channels;
  std::vector<FaultFact> facts;
  for (int t = 1; t <= 4; ++t) {
    for (const ChannelKind kind : {ChannelKind::write, ChannelKind::keep, ChannelKind::copy}) {
      channels.push_back({a, a, Time(t), kind, buf});
    }
    facts.push_back({FaultFact::Kind::ioerror, a, Time(t + 1), buf});
    facts.push_back({FaultFact::Kind::writeback, a, Time(t), buf});
  }
  const auto solver = sat::make_solver(SolverName::cadical, 1);
  FaultVariables variables(fspec, *solver);
  variables.extend(channels, facts);
  for (const FaultSet& faults : test::enumerated(fspec)) {
    expect_tied(faults, fspec, variables, *solver, channels, facts);
  }
}

TEST(SpanVariables, ModelsOfPausesAreTheFaultSetsOfTheEnumeration) {
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

TEST(SpanVariables, ChannelsAndFactsAreTiedToPauses) {
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
