// Searches a table system (table_system.hpp) on a simulated farm, and computes the expected
// results.
#pragma once

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "test/sim/farm.hpp"
#include "test/sim/systems/table_system.hpp"

namespace ldfi::app {

enum class Stop : std::uint8_t { first, all };

struct Found {
  std::string verdict;
  std::vector<std::string> falsifiers;
  std::size_t executions = 0;
  std::size_t wasted = 0;
  std::vector<std::string> differences;
  std::string unrepeated;
  std::size_t double_runs = 0;
  bool operator==(const Found& other) const {
    return std::tie(verdict, falsifiers) == std::tie(other.verdict, other.falsifiers);
  }
};

inline void PrintTo(const Found& one, std::ostream* out) {
  *out << fmt::format("{} {}", one.verdict, fmt::join(one.falsifiers, " | "));
}

/// Returns a system with two independent messages. Only the loss of the first message breaks the
/// promise.
inline test::TableSystem two_messages() {
  test::TableSystem out = test::TableSystem::random(1);
  out.messages = {{{"n0", "n1", "a", 0}}, {{"n0", "n2", "b", 0}}};
  out.patterns = {{0}};
  return out;
}

class SystemsFarm : public ::testing::Test {
 protected:
  Found search(const test::TableSystem& system, test::SimOptions sim, Stop stop,
               const test::ReportChange& meddle = {}) {
    search::SystemSettings settings;
    settings.all = stop == Stop::all;
    settings.double_runs = double_runs_;
    settings.level = level_;
    search::SystemStrategy search(system.plan, settings,
                                  [](const std::string&, const std::string&) {});
    schedule::MasterOptions master;
    master.memory = memory_;
    master.job_deadline_s = deadline_s_;
    test::SimFarm farm(std::move(sim), master, [&](const wire::Setup&) {
      return std::make_unique<test::TableExecutor>(system, meddle);
    });
    try {
      farm.search(wire::Setup{}, search);
    } catch (...) {
      executed_ = search.executions();
      throw;
    }
    EXPECT_TRUE(farm.shut_down());
    executed_ = search.executions();
    Found out;
    out.verdict = name_of(search.verdict());
    for (const search::RecordedFalsifier& one : search.known().falsifiers) {
      out.falsifiers.push_back(systems::to_text(one.faults) +
                               (one.minimal ? "" : " (not minimal)"));
    }
    out.executions = search.executions();
    out.wasted = search.wasted();
    out.differences = search.differences();
    out.unrepeated = search.unrepeated();
    out.double_runs = search.double_runs();
    return out;
  }

  static Found expected(const test::TableSystem& system, Stop stop) {
    Found out;
    std::vector<systems::FaultSet> all = system.minimal();
    out.verdict = all.empty() ? "certified" : "counterexample";
    if (stop == Stop::first && all.size() > 1) all.resize(1);
    for (const systems::FaultSet& one : all) out.falsifiers.push_back(systems::to_text(one));
    return out;
  }

  schedule::Memory* memory_ = nullptr;
  ProofLevel level_ = ProofLevel::exact;  ///< level of proof; each level finds the next fault set
                                          ///< with another algorithm
  double deadline_s_ = 0;
  std::uint64_t double_runs_ = 50'000;
  std::size_t executed_ = 0;
};

}  // namespace ldfi::app
