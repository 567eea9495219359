#include "common/solve/hazard/disk_variables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common/solve/hazard/fault_variables.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/support/enumerated.hpp"
#include "test/unit/common/solve/hazard/holds.hpp"

namespace ldfi::hazard {
namespace {

// Without omissions, the models over the variables of faults are the fault sets.
TEST(DiskVariables, ModelsAreTheFaultSetsOfTheEnumeration) {
  for (const int restarts : {0, 1}) {
    for (int writes = 1; writes <= 2; ++writes) {
      FspecParameters p{4, 3, 0, {"a"}, EffMode::inclusive, CrashModel::stop, restarts};
      p.disk.write = writes;
      p.disk.relations = {"log", "vote"};
      const Fspec fspec(p);
      const auto solver = sat::make_solver(SolverName::cadical, 1);
      FaultVariables variables(fspec, *solver);
      std::vector<Channel> channels;
      for (const StoredId relation : {StoredId(1U), StoredId(0U)}) {
        channels.push_back({NodeId(0U), NodeId(0U), Time(2), ChannelKind::write, relation});
      }
      variables.extend(channels, {});
      std::set<FaultSet> models;
      while (solver->solve({}) == sat::Answer::satisfiable) {
        models.insert(variables.model(*solver));
        std::vector<sat::Literal> clause;
        std::size_t counted = 0;
        for (const sat::Literal l : variables.ordered()) {
          clause.push_back(holds(*solver, l) ? -l : l);
        }
        for (const sat::Literal l : variables.counted()) counted += holds(*solver, l) ? 1U : 0U;
        EXPECT_EQ(counted, variables.model(*solver).size());
        solver->add(clause);
      }
      const auto all = test::enumerated(fspec);
      EXPECT_EQ(models, std::set<FaultSet>(all.begin(), all.end())) << restarts << writes;
    }
  }
}

TEST(DiskVariables, ChannelsAndFactsAreTiedToThem) {
  FspecParameters p{6, 4, 0, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1};
  p.disk.write = 2;
  p.disk.relations = {"log"};
  const Fspec fspec(p);
  const NodeId a(0U);
  const StoredId log(0U);
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
    if (!known) continue;  // nobody asked about the other node
    std::vector<sat::Literal> assumed;
    const std::vector<sat::Literal> chosen = variables.literals(faults);
    for (const sat::Literal l : variables.ordered()) {
      const bool in = std::find(chosen.begin(), chosen.end(), l) != chosen.end();
      assumed.push_back(in ? l : -l);
    }
    ASSERT_EQ(solver->solve(assumed), sat::Answer::satisfiable) << to_text(faults, fspec);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      bool lost = false;
      for (const sat::Literal l : variables.losses(ground::ChannelId(c))) {
        lost = lost || holds(*solver, l);
      }
      EXPECT_EQ(lost, faults.loses(channels[c])) << to_text(faults, fspec) << " " << c;
    }
    for (const FaultFact& fact : facts) {
      EXPECT_EQ(holds(*solver, variables.literal(fact)), faults.makes(fact))
          << to_text(faults, fspec);
    }
  }
}

TEST(DiskVariables, ModelsOfDeadDisksAndWriteBacksAreTheFaultSetsOfTheEnumeration) {
  for (const int restarts : {0, 1}) {
    for (const int writes : {0, 1}) {
      for (const int backs : {0, 2}) {
        FspecParameters p{4, 3, 0, {"a"}, EffMode::inclusive, CrashModel::stop, restarts};
        p.disk = {writes, {"buf", "log"}, {}, false, 1, backs, {"buf"}};
        p.limits.pauses = backs > 0 ? 1 : 0;
        const Fspec fspec(p);
        const auto solver = sat::make_solver(SolverName::cadical, 1);
        FaultVariables variables(fspec, *solver);
        std::vector<Channel> channels;
        for (const StoredId relation : {StoredId(1U), StoredId(0U)}) {
          channels.push_back({NodeId(0U), NodeId(0U), Time(2), ChannelKind::copy, relation});
        }
        variables.extend(channels, {});
        std::set<FaultSet> models;
        while (solver->solve({}) == sat::Answer::satisfiable) {
          models.insert(variables.model(*solver));
          std::vector<sat::Literal> clause;
          std::size_t counted = 0;
          for (const sat::Literal l : variables.ordered()) {
            clause.push_back(holds(*solver, l) ? -l : l);
          }
          for (const sat::Literal l : variables.counted()) counted += holds(*solver, l) ? 1U : 0U;
          EXPECT_EQ(counted, variables.model(*solver).size());
          solver->add(clause);
        }
        const auto all = test::enumerated(fspec);
        EXPECT_EQ(models, std::set<FaultSet>(all.begin(), all.end()))
            << restarts << writes << backs;
      }
    }
  }
}

TEST(DiskVariables, ChannelsAndFactsAreTiedToDeathsAndWriteBacks) {
  FspecParameters p{5, 4, 0, {"a"}, EffMode::inclusive, CrashModel::stop, 1};
  p.disk = {1, {"buf"}, {}, false, 1, 1, {"buf"}};
  const Fspec fspec(p);
  const NodeId a(0U);
  const StoredId buf(0U);
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
    std::vector<sat::Literal> assumed;
    const std::vector<sat::Literal> chosen = variables.literals(faults);
    for (const sat::Literal l : variables.ordered()) {
      const bool in = std::find(chosen.begin(), chosen.end(), l) != chosen.end();
      assumed.push_back(in ? l : -l);
    }
    ASSERT_EQ(solver->solve(assumed), sat::Answer::satisfiable) << to_text(faults, fspec);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      bool lost = false;
      for (const sat::Literal l : variables.losses(ground::ChannelId(c))) {
        lost = lost || holds(*solver, l);
      }
      EXPECT_EQ(lost, faults.loses(channels[c])) << to_text(faults, fspec) << " " << c;
    }
    for (const FaultFact& fact : facts) {
      EXPECT_EQ(holds(*solver, variables.literal(fact)), faults.makes(fact))
          << to_text(faults, fspec);
    }
  }
}

}  // namespace
}  // namespace ldfi::hazard
