#include "common/solve/hazard/pause_variables.hpp"

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
TEST(PauseVariables, ModelsAreTheFaultSetsOfTheEnumeration) {
  for (const int restarts : {0, 1}) {
    for (const int writes : {0, 1}) {
      for (int pauses = 1; pauses <= 2; ++pauses) {
        FspecParameters p{4, 3, 0, {"a"}, EffMode::inclusive, CrashModel::stop, restarts};
        p.limits.pauses = pauses;
        p.disk.write = writes;
        if (writes > 0) p.disk.relations = {"log"};
        const Fspec fspec(p);
        const auto solver = sat::make_solver(SolverName::cadical, 1);
        FaultVariables variables(fspec, *solver);
        variables.extend(std::vector<Channel>{{NodeId(0U), NodeId(0U), Time(2), ChannelKind::write,
                                               writes > 0 ? StoredId(0U) : no_relation}},
                         {});
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
        EXPECT_EQ(models, std::set<FaultSet>(all.begin(), all.end())) << restarts << pauses;
      }
    }
  }
}

TEST(PauseVariables, ChannelsAndFactsAreTiedToThem) {
  FspecParameters p{6, 4, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1};
  p.limits.pauses = 2;
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
          << to_text(faults, fspec) << " at " << fact.at.tick();
    }
  }
  EXPECT_GT(number, 400U);
}

}  // namespace
}  // namespace ldfi::hazard
