// Tests random fault sets of a real system: how likely faults are, and that the result does not
// depend on the number of workers.
#include "common/search/recorded/draws.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "common/farm/wire/messages.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "test/sim/farm.hpp"
#include "test/sim/systems/table_system.hpp"
#include "test/support/rounds.hpp"

namespace ldfi::app {
namespace {

using systems::FaultSet;
using test::SimFarm;
using test::SimOptions;
using test::TableExecutor;
using test::TableSystem;

struct Drawn {
  std::string verdict;
  std::vector<std::string> found;
  std::vector<std::string> asked;  ///< faults that were requested for each recording, in order
  std::string reason;
  bool operator==(const Drawn&) const = default;
};

void PrintTo(const Drawn& one, std::ostream* out) {
  *out << fmt::format("{} {} of {} ({})", one.verdict, fmt::join(one.found, " | "),
                      fmt::join(one.asked, " | "), one.reason);
}

Drawn draw(const TableSystem& system, const SimOptions& sim, std::uint64_t runs,
           const test::ReportChange& meddle = {}) {
  search::SystemSettings settings;
  settings.random = true;
  settings.max_runs = settings.max_draws = runs;
  search::SystemStrategy search(system.plan, settings,
                                [](const std::string&, const std::string&) {});
  SimFarm farm(sim, {},
               [&](const wire::Setup&) { return std::make_unique<TableExecutor>(system, meddle); });
  farm.search(wire::Setup{}, search);
  Drawn out{name_of(search.verdict()), {}, {}, search.reason()};
  for (const search::RecordedFalsifier& one : search.known().falsifiers) {
    out.found.push_back(systems::to_text(one.faults) + (one.minimal ? "" : " (not minimal)"));
  }
  for (const auto& one : search.recorded().outcomes) out.asked.push_back(to_text(one.asked));
  EXPECT_EQ(search.wasted(), 0U);
  return out;
}

TEST(RandomFaults, AnyNumberOfWorkersComesToTheSame) {
  int found = 0;
  int missed = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::rounds(24)); ++seed) {
    const TableSystem system = TableSystem::random(seed);
    const Drawn one = draw(system, {.workers = 1, .seed = seed}, 100);
    for (const int workers : {2, 3, 8}) {
      EXPECT_EQ(draw(system, {.workers = workers, .seed = seed}, 100), one) << "seed " << seed;
    }
    std::set<std::string> minimal;
    for (const FaultSet& faults : system.minimal()) minimal.insert(systems::to_text(faults));
    if (one.found.empty()) {
      if (!minimal.empty()) ++missed;
      EXPECT_EQ(one.asked.size(), minimal.contains("none") ? 1U : 100U) << "seed " << seed;
      continue;
    }
    ++found;
    // A system has at most eight messages, so all smaller fault sets were tried.
    EXPECT_TRUE(minimal.contains(one.found.front())) << one.found.front() << ", seed " << seed;
  }
  EXPECT_GT(found, 5 * missed);
}

TEST(RandomFaults, WhatIsInvalidIsDrawnAgain) {
  const TableSystem system = TableSystem::random(2);
  const Drawn want = draw(system, {.workers = 1}, 100);
  const auto once = [](const DriveJob& job, Report& report) {
    if (!job.what.draw || job.what.draw->number % 3 != 1 || job.again > 0) return;
    const std::string head = R"({"ldfi_trace": 1, "system": "table", "seed": "1", "spec": )"
                             R"({"nodes": ["n0", "n1", "n2"], "eff": 1000000}, "faults": []})";
    const std::string bad = R"({"e": "verdict", "result": "invalid", "x_why": "no"})";
    std::get<DriveReport>(report.result).recording = head + "\n" + bad + "\n";
  };
  for (const int workers : {1, 4}) {
    EXPECT_EQ(draw(system, {.workers = workers}, 100, once), want);
  }
}

TEST(RandomFaults, NothingFoundIsNoProof) {
  TableSystem system = TableSystem::random(1);
  system.patterns.clear();
  const Drawn none = draw(system, {.workers = 3}, 50);
  EXPECT_EQ((std::pair(none.verdict, none.reason)),
            (std::pair<std::string, std::string>("inconclusive", "runs")));
  EXPECT_EQ(none.asked.size(), 50U);
}

/// Returns the course of an execution with this number of messages that may be lost, and with this
/// number of activations of n0.
systems::Course course_of(std::size_t messages, std::uint64_t activations) {
  systems::Course out;
  for (std::uint64_t i = 0; i < messages; ++i) {
    out.attempts.push_back({{"n0", "n1", "m", i}, systems::Fate::ok, true, false, false, 5});
  }
  out.activations["n0"] = activations;
  return out;
}

TEST(Draws, RatesHaveTheirMeans) {
  systems::Fspec fspec;
  fspec.nodes = {"n0", "n1"};
  fspec.eff = 100;
  fspec.crashes = 1;
  for (const double weight : {0.25, 1.0, 4.0}) {
    FaultWeights weights;
    weights.of<Omission>() = weights.of<Crash>() = static_cast<std::uint64_t>(weight * 1e6);
    const search::Draws draws(fspec, course_of(10, 20), weights, 7);
    double loss = 0;
    double crash = 0;
    constexpr int count = 20'000;
    for (std::uint64_t i = 1; i <= count; ++i) {
      const systems::Chances chances = draws.draw(i).chances;
      loss += chances.of<systems::Loss>();
      crash += chances.of<systems::Crash>();
      EXPECT_LE(chances.of<systems::Crash>(), systems::certain / 20) << "one crash, at 20 moments";
      EXPECT_EQ(std::accumulate(chances.values.begin(), chances.values.end(), 0U) -
                    chances.of<systems::Loss>() - chances.of<systems::Crash>(),
                0U);
    }
    const double mean = weight / (weight + 1);
    EXPECT_NEAR(loss / count / systems::certain, mean, 0.01) << weight;
    EXPECT_NEAR(crash / count / systems::certain * 20, mean, 0.01) << weight;
  }
  FaultWeights never;
  never.of<Omission>() = 0;
  EXPECT_EQ(search::Draws(fspec, course_of(10, 20), never, 7).draw(3).chances.of<systems::Loss>(),
            0U);
}

TEST(Draws, ALimitOfAllFaultsIsKeptOnAverage) {
  systems::Fspec fspec;
  fspec.nodes = {"n0", "n1"};
  fspec.eff = 100;
  fspec.delays = {5};
  fspec.faults = 2;
  const search::Draws draws(fspec, course_of(50, 0), {}, 1);
  for (std::uint64_t i = 1; i <= 100; ++i) {
    const systems::Chances chances = draws.draw(i).chances;
    EXPECT_LE(
        50.0 * (chances.of<systems::Loss>() + chances.of<systems::Delay>()) / systems::certain,
        2.001);
  }
}

TEST(Draws, PartitionsAreOfWindowsInWhichSomethingIsSent) {
  systems::Fspec fspec;
  fspec.nodes = {"n0", "n1"};
  fspec.eff = 100;
  fspec.partitions = 1;
  fspec.window = 4;
  fspec.borders = {{{"n0"}, ""}, {{"n1"}, "n0"}};
  const search::Draws draws(fspec, course_of(10, 0), {}, 1);
  std::uint32_t most = 0;
  for (std::uint64_t i = 1; i <= 1000; ++i)
    most = std::max(most, draws.draw(i).chances.of<systems::Cut>());
  EXPECT_GT(most, 950'000U) << "one window, which one of the borders loses something in";
}

TEST(Draws, PausesAreOfWhatMayBePutOff) {
  systems::Fspec fspec;
  fspec.nodes = {"n0", "n1"};
  fspec.eff = 100;
  fspec.pauses = 1;
  fspec.standing = {5};
  systems::Course course = course_of(0, 20);
  course.approached["n0"] = 20;
  for (std::uint64_t i = 11; i <= 20; ++i) course.steady.insert({"n0", i});
  const search::Draws draws(fspec, course, {}, 1);
  std::uint32_t most = 0;
  for (std::uint64_t i = 1; i <= 1000; ++i)
    most = std::max(most, draws.draw(i).chances.of<systems::Pause>());
  EXPECT_LE(most, systems::certain / 10) << "one pause, before ten activations";
  EXPECT_GT(most, 95'000U);
}

TEST(Draws, AnswersComeInTheOrderOfTheirNumbers) {
  systems::Fspec fspec;
  fspec.nodes = {"n0", "n1"};
  search::Draws draws(fspec, course_of(1, 0), {}, 1);
  for (std::uint64_t i = 1; i <= 3; ++i) EXPECT_EQ(draws.next().number, i);
  draws.answer(3, {{}, "third"});
  draws.answer(2, {{}, "second"});
  EXPECT_FALSE(draws.take());
  draws.answer(1, {{}, "first"});
  for (const char* one : {"first", "second", "third"}) {
    EXPECT_TRUE(draws.under_way());
    EXPECT_EQ(draws.take()->text, one);
  }
  EXPECT_FALSE(draws.under_way());
  EXPECT_FALSE(draws.take());
}

}  // namespace
}  // namespace ldfi::app
