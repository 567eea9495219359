#include "worker/drive/chance.hpp"

#include <gtest/gtest.h>

#include <map>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

using systems::Chances;
using systems::FaultSet;
using systems::Loss;

constexpr std::uint32_t always = systems::certain;

/// Gives each of these kinds of faults the chance `chance`, and all other kinds none.
template <class... Kinds>
Chances each(std::uint32_t chance) {
  Chances out;
  ((out.of<Kinds>() = chance), ...);
  return out;
}

systems::Fspec fspec() {
  systems::Fspec out;
  out.nodes = {"n0", "n1"};
  out.eff = 1000;
  return out;
}

systems::MessageId message(std::uint64_t number) {
  return {"n0", "n1", "m", number};
}

TEST(Chance, EachDrawIsAnother) {
  const systems::Fspec all = fspec();
  constexpr int count = 20'000;
  int lost = 0;
  int both = 0;
  for (std::uint64_t i = 1; i <= count; ++i) {
    FaultSet faults;
    const Chance chance(all, 1, {i, each<Loss>(300'000)});
    chance.message(message(0), 5, faults);
    chance.message(message(1), 5, faults);
    lost += static_cast<int>(faults.count<Loss>());
    both += faults.count<Loss>() == 2 ? 1 : 0;
    FaultSet again;
    chance.message(message(1), 5, again);
    EXPECT_EQ(again.has<Loss>(message(1)), faults.has<Loss>(message(1)))
        << "whatever was asked before";
  }
  EXPECT_NEAR(lost / 2.0 / count, 0.3, 0.01);
  EXPECT_NEAR(both / 1.0 / count, 0.09, 0.01) << "one has nothing to do with the other";
}

TEST(Chance, SeedsDiffer) {
  const systems::Fspec all = fspec();
  int same = 0;
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    FaultSet one;
    FaultSet other;
    Chance(all, 1, {i, each<Loss>(500'000)}).message(message(0), 5, one);
    Chance(all, 2, {i, each<Loss>(500'000)}).message(message(0), 5, other);
    same += one == other ? 1 : 0;
  }
  EXPECT_NEAR(same, 500, 70);
}

TEST(Chance, KeepsTheLimits) {
  systems::Fspec limited = fspec();
  limited.omissions = 2;
  limited.delays = {3, 7};
  limited.delayed = 1;
  limited.duplicates = 1;
  limited.again = {5};
  limited.crashes = 1;
  limited.restarts = 1;
  limited.down = {4};
  limited.pauses = 2;
  limited.standing = {6, 9};
  const Chance chance(limited, 1, {1, Chances::all(always)});
  FaultSet faults;
  for (std::uint64_t i = 0; i < 9; ++i) chance.message(message(i), 5, faults);
  for (std::uint64_t i = 1; i < 9; ++i) chance.moment("n0", {i}, faults);
  chance.moment("n1", {1}, faults);
  for (std::uint64_t i = 1; i < 9; ++i) chance.pause({"n1", i}, faults);
  EXPECT_TRUE(systems::objections(limited, faults).empty());
  EXPECT_EQ(faults.size(), 8U) << "as many of each kind as there may be";
  limited.faults = 3;
  FaultSet few;
  for (std::uint64_t i = 0; i < 9; ++i) chance.message(message(i), 5, few);
  chance.moment("n0", {1}, few);
  EXPECT_EQ(few.size(), 3U);
}

TEST(Chance, AMessageHasOneFate) {
  systems::Fspec all = fspec();
  all.delays = {3, 7};
  all.duplicates = 1000;
  all.again = {5};
  std::map<std::int64_t, int> late;
  for (std::uint64_t i = 1; i <= 2000; ++i) {
    FaultSet faults;
    Chance(all, 1, {i, each<systems::Delay, systems::Duplicate, Loss>(500'000)})
        .message(message(0), 5, faults);
    EXPECT_LE(faults.size(), 1U);
    for (const auto& [id, by] : faults.all<systems::Delay>()) ++late[by];
  }
  EXPECT_NEAR(late[3], 500, 100);
  EXPECT_NEAR(late[7], 500, 100);
}

// A partition loses either all messages that are sent across it within its time, or none of them.
// Otherwise the recording would contradict itself.
TEST(Chance, APartitionLosesAllThatIsSentInItsWindow) {
  systems::Fspec cut = fspec();
  cut.partitions = 1;
  cut.window = 10;
  cut.borders = {{{"n0"}, ""}, {{"n0"}, "n1"}};
  cut.delays = {3};
  int cuts = 0;
  for (std::uint64_t i = 1; i <= 300; ++i) {
    const Chance chance(cut, 1, {i, each<systems::Delay, Loss, systems::Cut>(500'000)});
    FaultSet faults;
    std::vector<bool> lost;
    for (std::uint64_t m = 0; m < 5; ++m) {
      chance.message(message(m), 12, faults);
      lost.push_back(faults.cut_of(message(m), 12) != nullptr);
    }
    EXPECT_EQ(lost, std::vector<bool>(5, lost.front()));
    EXPECT_LE(faults.count<systems::Cut>(), 1U);
    if (!lost.front()) continue;
    ++cuts;
    EXPECT_EQ(faults.size(), 1U) << "nothing else happens to them";
    EXPECT_TRUE(systems::objections(cut, faults).empty());
  }
  EXPECT_NEAR(cuts, 225, 40);
}

TEST(Chance, NodesStandStillForEachTimeAlike) {
  systems::Fspec still = fspec();
  still.pauses = 1000;
  still.standing = {6, 9};
  std::map<std::int64_t, int> times;
  for (std::uint64_t i = 1; i <= 2000; ++i) {
    FaultSet faults;
    const Chance chance(still, 1, {i, each<systems::Pause>(500'000)});
    chance.pause({"n1", 3}, faults);
    FaultSet again = faults;
    chance.pause({"n1", 3}, again);
    EXPECT_EQ(again, faults);
    for (const auto& [before, standing] : faults.all<systems::Pause>()) ++times[standing];
  }
  EXPECT_NEAR(times[6], 500, 100);
  EXPECT_NEAR(times[9], 500, 100);
}

TEST(Chance, ANodeThatMayNotCrashDoesNot) {
  systems::Fspec some = fspec();
  some.crashes = 1;
  some.crashable = {"n1"};
  const Chance chance(some, 1, {1, each<systems::Crash, systems::Restart>(always)});
  FaultSet faults;
  chance.moment("n0", {1}, faults);
  EXPECT_TRUE(faults.empty());
  chance.moment("n1", {2}, faults);
  chance.moment("n1", {3}, faults);
  EXPECT_EQ(faults, (FaultSet{systems::Crash{"n1", {2}}}));
}

TEST(Chance, DrawsOnlyForMessagesThatMayFailAndPausesOfAKnownLength) {
  systems::Fspec all = fspec();
  const Chance chance(all, 1, {1, each<Loss, systems::Pause>(always)});
  FaultSet faults;
  EXPECT_THROW(chance.message(message(0), all.eff + 1, faults), InternalError);
  EXPECT_THROW(chance.message({"n0", "n0", "m", 0}, 5, faults), InternalError);
  EXPECT_THROW(chance.pause({"n0", 1}, faults), InternalError);
  EXPECT_TRUE(faults.empty());
}

}  // namespace
}  // namespace ldfi::drive
