// Compares two ways to execute nodes: sending messages to nodes before their turn
// (worker/drive/send_ahead.cpp), and waiting before each step. The recordings must be the same,
// byte by byte.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "common/config/config_file.hpp"
#include "common/systems/course.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/recording_reader.hpp"
#include "worker/drive/cluster.hpp"
#include "worker/drive/nursery.hpp"

namespace ldfi::drive {
namespace {

using systems::FaultSet;

constexpr std::int64_t ms = 1'000'000;

/// Returns a config in which a client sometimes sends `poke` to three nodes at once.
std::string config_of(const std::string& latency, bool midway) {
  std::string operations;
  for (const auto& [at, node] : std::vector<std::pair<int, int>>{{0, 0},
                                                                 {20, 0},
                                                                 {20, 1},
                                                                 {20, 2},
                                                                 {20, 1},
                                                                 {40, 2},
                                                                 {40, 0},
                                                                 {47, 1},
                                                                 {60, 0},
                                                                 {60, 1},
                                                                 {60, 2},
                                                                 {60, 3}}) {
    operations += fmt::format(
        R"({{"at": "{}ms", "client": "c{}", "node": "n{}", "body": {{"type": "poke"}}}},)", at,
        1 + node % 2, node);
  }
  operations.pop_back();
  return fmt::format(
      R"({{"system": {{"kind": "nodes", "command": ["{}"], "nodes": 4, "time": "extended", "start": "reset", "disk": "volatile"}},
    "network": {{"latency": "{}"}}, "workload": {{"ops": [{}]}}, "checker": "set",
    "fspec": {{"eot": "60ms", "eff": "50ms", "omissions": "all", "crashes": {{"most": 4, "midway": {}}},
              "restarts": {{"most": 4, "down": ["10ms", "7ms"]}}, "delays": {{"values": ["10ms", "4ms"]}}}}}})",
      LDFI_RESTLESS, latency, operations, midway);
}

systems::Plan plan_of(const std::string& text) {
  std::vector<Diagnostic> problems;
  config::ConfigFile file = config::read_config(text, "restless.yaml", FileId(0), problems);
  EXPECT_TRUE(file.system && problems.empty()) << (problems.empty() ? "" : problems[0].message);
  return *std::move(file.system);
}

/// Returns some faults that can happen in the recorded execution, which has no faults.
FaultSet some_faults(const std::string& recorded, bool midway, std::mt19937_64& random) {
  std::vector<Diagnostic> problems;
  const auto recording = systems::RecordingReader().read("good", recorded, FileId(0), problems);
  if (!recording) return {};
  const systems::Course course = systems::follow(*recording, problems);
  EXPECT_THAT(problems, ::testing::IsEmpty()) << problems[0].message;
  const auto below = [&random](std::uint64_t end) { return random() % end; };
  FaultSet out;
  for (const auto& attempt : course.attempts) {
    if (below(8) == 0) out.add(systems::Loss{attempt.message});
    if (below(8) == 0 && !out.has<systems::Loss>(attempt.message))
      out.add(systems::Delay{attempt.message, (below(2) == 0 ? 10 : 4) * ms});
  }
  for (const auto& [node, count] : course.activations) {
    if (count == 0 || below(2) == 0) continue;
    systems::Moment when{1 + below(count)};
    if (midway && below(2) == 0) when.said = below(3);
    if (below(3) == 0) {
      out.add(systems::Crash{node, when});
    } else {
      out.add(systems::Restart{{node, when}, (below(2) == 0 ? 10 : 7) * ms});
    }
  }
  return out;
}

std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void compare(const std::string& latency, bool midway) {
  static const std::unique_ptr<Nursery> nursery = Nursery::begin();
  const systems::Plan plan = plan_of(config_of(latency, midway));
  Cluster cluster(plan, *nursery, {});
  const std::uint64_t first = number("LDFI_ORACLE_SEED", 1);
  std::size_t bytes = 0;
  for (std::uint64_t seed = first; seed < first + number("LDFI_ORACLE_PROGRAMS", 4); ++seed) {
    std::mt19937_64 random(seed);
    FaultSet faults;
    for (int i = 0; i < 3; ++i) {
      const std::string slow = cluster.execute(faults, seed, Way::slow);
      ASSERT_EQ(slow.find(R"("invalid")"), std::string::npos) << slow;
      EXPECT_EQ(slow, cluster.execute(faults, seed)) << seed << " " << systems::to_text(faults);
      EXPECT_EQ(slow, cluster.execute(faults, seed, Way::fresh))
          << seed << " " << systems::to_text(faults);
      if (i == 0) bytes += slow.size();
      faults = some_faults(cluster.execute({}, seed), midway, random);
    }
  }
  EXPECT_GT(bytes, 2000 * number("LDFI_ORACLE_PROGRAMS", 4)) << "something has to happen";
}

TEST(TellAhead, IsAsToTellOneAfterTheOther) {
  compare("10ms", false);
}
TEST(TellAhead, MessagesAreQuickerThanNodesCount) {
  compare("1ms", true);
}
TEST(TellAhead, InTheMiddleOfWhatNodesDoTheyCrash) {
  compare("10ms", true);
}
TEST(TellAhead, WithoutLatencyEachIsToldWhenItIsItsTurn) {
  compare("0ms", false);
}

}  // namespace
}  // namespace ldfi::drive
