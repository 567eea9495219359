// Runs sweeps on the simulated farm. The cells (one Fspec each) are jobs of slow workers that
// answer in any order. The result must be the same as with one worker.
#include <gtest/gtest.h>

#include <optional>

#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"
#include "master/sweep/grid_course.hpp"
#include "master/sweep/paper_course.hpp"
#include "master/sweep/sweep_strategy.hpp"
#include "test/sim/farm.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

wire::Setup setup_of(const std::string& program, std::vector<std::string> nodes) {
  wire::Setup setup;
  setup.sources =
      dedalus::read_sources({std::string(LDFI_SOURCE_DIR) + "/configs/protocols/" + program});
  setup.fspec = {1, 0, 0, std::move(nodes), EffMode::exclusive, CrashModel::silent};
  setup.invariant.pre = "pre";
  setup.invariant.post = "post";
  return setup;
}

std::string text_of(const sweep::Course& course, const FspecParameters& base) {
  std::string out = course.conclusion() + "\n";
  for (const auto& [point, cell] : course.cells()) {
    FspecParameters p = base;
    p.eot = point.eot;
    p.eff = point.eff;
    p.crashes = point.crashes;
    const Fspec fspec(p);
    out += sweep::to_text(point) + " " + std::to_string(static_cast<int>(cell.report.verdict)) +
           " " + cell.report.executed.str() +
           (cell.from ? " from " + sweep::to_text(*cell.from) : "");
    for (const auto& f : cell.report.falsifiers) out += " | " + to_text(f.faults, fspec);
    out += "\n";
  }
  return out;
}

std::string sweep_over(SimOptions sim, const wire::Setup& setup, sweep::Course& course, bool all,
                       schedule::MasterOptions options = {}) {
  SimFarm farm(std::move(sim), std::move(options),
               [](const wire::Setup& each) { return execute::make_ground_executor(each); });
  SearchSettings settings;
  settings.all = all;
  sweep::SweepStrategy strategy(course, settings);
  farm.search(setup, strategy);
  EXPECT_TRUE(farm.shut_down());
  return text_of(course, setup.fspec);
}

const wire::Setup& kafka() {
  static const wire::Setup setup = setup_of("kafka.ded", {"a", "b", "c", "C", "Z"});
  return setup;
}

std::vector<sweep::Point> kafka_grid() {
  return sweep::make_grid({{4, 5, 6}, {0, 1, 2, 3, 4}, {0, 1}}, 5).points;
}

TEST(SimSweep, AGridIsTheSameForAnyFarm) {
  for (const bool all : {false, true}) {
    const sweep::Rules rules{EffMode::exclusive, all};
    sweep::GridCourse alone(rules, kafka_grid());
    const std::string want = sweep_over({.workers = 1, .seed = 0}, kafka(), alone, all);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(seed);
      sweep::GridCourse course(rules, kafka_grid());
      const int workers = 1 + static_cast<int>(seed) * 2;
      EXPECT_EQ(sweep_over({.workers = workers, .seed = seed}, kafka(), course, all,
                           {.jobs_per_worker = 1 + static_cast<int>(seed % 2)}),
                want);
    }
  }
}

TEST(SimSweep, SoIsThePublishedSweepHoweverMuchIsGuessed) {
  const wire::Setup ack = setup_of("ack-deliv.ded", {"a", "b", "c"});
  for (const wire::Setup* setup : {&kafka(), &ack}) {
    std::optional<std::string> want;
    for (std::uint64_t seed = 0; seed <= 6; ++seed) {
      SCOPED_TRACE(seed);
      sweep::PaperCourse course({EffMode::exclusive}, {1, 9, SweepStride::one});
      const int workers = 1 + static_cast<int>(seed);
      const std::string got = sweep_over({.workers = workers, .seed = seed}, *setup, course, false);
      EXPECT_EQ(got, want.value_or(got));
      want = got;
    }
  }
}

TEST(SimSweep, ALostWorkerEndsItWithItsName) {
  sweep::GridCourse course({EffMode::exclusive}, kafka_grid());
  try {
    sweep_over({.workers = 3, .seed = 5, .silent = {2}}, kafka(), course, false,
               {.job_deadline_s = 50});
    FAIL();
  } catch (const EnvironmentError& e) {
    EXPECT_NE(std::string(e.what()).find("rank 2 has been silent"), std::string::npos);
  }
}

}  // namespace
}  // namespace ldfi::test
