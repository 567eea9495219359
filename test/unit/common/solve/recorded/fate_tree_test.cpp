#include "common/solve/recorded/fate_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "common/solve/recorded/recorded_search.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/fspecs.hpp"

namespace ldfi::recorded {
namespace {

using systems::Fate;
using systems::FaultSet;
using systems::MessageId;
using systems::Result;

/// A random deterministic system: its next message, and its end, depend on everything that it received.
class System {
 public:
  explicit System(std::uint64_t seed) : seed_(seed) {}

  [[nodiscard]] Outcome execute(const FaultSet& faults) const {
    Outcome out{{}, Result::pass, faults};
    std::uint64_t history = mix(seed_, 0);
    std::map<std::string, std::uint64_t> numbers;
    for (int step = 0; step < most_steps && history % 5 != 0; ++step) {
      const std::string type(1, static_cast<char>('a' + history / 5 % 3));
      const MessageId id{"n0", "n1", type, numbers[type]++};
      const bool idle = history / 15 % 6 == 0;
      Fate fate = Fate::ok;
      std::int64_t value = 0;
      if (faults.has<systems::Loss>(id)) {
        fate = Fate::lost;
        out.course.struck.add(systems::Loss{id});
      } else if (const auto* const late = faults.find<systems::Delay>(id)) {
        fate = Fate::late;
        value = late->late;
        out.course.struck.add(*late);
      } else if (const auto* const again = faults.find<systems::Duplicate>(id)) {
        fate = Fate::doubled;
        value = again->later;
        out.course.struck.add(*again);
      }
      const bool received = fate != Fate::lost && !idle;
      out.course.attempts.push_back({id, fate, received});
      const auto turn =
          idle ? 0 : 10 * static_cast<std::uint64_t>(fate) + static_cast<std::uint64_t>(value);
      history = mix(history, turn + 1);
    }
    out.course.activations = {{"n0", 1}, {"n1", 0}};
    if (!faults.empty() && history % 16 < 2) out.result = Result::fail;
    if (history % 16 == 2) out.result = Result::vacuous;
    return out;
  }

 private:
  static constexpr int most_steps = 6;
  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a ^ (b + 0x9e3779b97f4a7c15U + (a << 6U) + (a >> 2U));
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return (x ^ (x >> 31U)) >> 1U;
  }
  std::uint64_t seed_;
};

std::string text(const std::optional<FaultSet>& faults) {
  return faults ? to_text(*faults) : "nothing";
}

systems::Fspec some_fspec(std::mt19937_64& chance) {
  systems::Fspec out = systems::fspec_of({"n0", "n1"}, 100);
  const auto below = [&](std::uint64_t n) { return chance() % n; };
  if (below(3) > 0) out.omissions = below(4);
  if (below(3) == 0) out.delays = {3, 5};
  if (below(2) == 0) out.delayed = below(3);
  if (below(3) == 0) {
    out.duplicates = 1 + below(2);
    out.again = below(2) == 0 ? std::vector<std::int64_t>{4} : std::vector<std::int64_t>{2, 4};
  }
  if (below(2) == 0) out.faults = below(4);
  return out;
}

class FateTrees : public ::testing::Test {
 protected:
  static std::unique_ptr<RecordedSearch> by_solver(const systems::Fspec& fspec,
                                                   const std::vector<Outcome>& all) {
    return std::make_unique<RecordedSearch>(sat::make_solver(SolverName::cadical, 1), fspec,
                                            ProofLevel::exact, all);
  }
  systems::Fspec fspec_ = systems::fspec_of({"n0", "n1"}, 100);
};

TEST_F(FateTrees, ReturnWhatTheSolverReturns) {
  std::mt19937_64 chance(7);
  std::size_t executed = 0;
  std::size_t failed = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const System system(seed);
    const systems::Fspec fspec = some_fspec(chance);
    std::vector<Outcome> all{system.execute({})};
    FateTree tree(fspec);
    ASSERT_TRUE(tree.add(all.front()));
    auto search = by_solver(fspec, all);
    for (;;) {
      const auto next = search->next();
      if (all.size() % 16 == 3) {
        FateTree anew(fspec);
        for (const Outcome& one : all) ASSERT_TRUE(anew.add(one));
        ASSERT_EQ(text(anew.next()), text(next)) << seed << ", made anew after " << all.size();
      }
      ASSERT_EQ(text(tree.next()), text(next)) << seed << ", after " << all.size();
      if (!next) break;
      ASSERT_FALSE(tree.answered(*next));
      all.push_back(system.execute(*next));
      if (all.back().course.struck.size() < next->size()) GTEST_FAIL() << "needless faults";
      failed += all.back().result == Result::fail ? 1U : 0U;
      ASSERT_TRUE(tree.add(all.back()));
      ASSERT_TRUE(tree.answered(*next));
      if (!search->add(all.back())) search = by_solver(fspec, all);
    }
    EXPECT_TRUE(by_solver(fspec, all)->exhausted());
    executed += all.size();
  }
  EXPECT_GT(executed, 1000U);
  EXPECT_GT(failed, 100U);
}

// Whatever the order of the answers, nothing is requested twice, no fault set is requested that contains a
// known counterexample, and in the end everything is answered.
TEST_F(FateTrees, KnowAllInTheEndWhateverTheOrder) {
  std::mt19937_64 chance(8);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const System system(seed);
    const systems::Fspec fspec = some_fspec(chance);
    std::vector<Outcome> all{system.execute({})};
    FateTree tree(fspec);
    ASSERT_TRUE(tree.add(all.front()));
    std::vector<FaultSet> open;
    std::set<FaultSet> asked;
    for (;;) {
      while (open.size() < 4) {
        const auto next = tree.next();
        if (!next) break;
        EXPECT_TRUE(asked.insert(*next).second);
        open.push_back(*next);
      }
      if (open.empty()) break;
      const auto one = open.begin() + static_cast<std::ptrdiff_t>(chance() % open.size());
      all.push_back(system.execute(*one));
      open.erase(one);
      ASSERT_TRUE(tree.add(all.back()));
    }
    EXPECT_TRUE(by_solver(fspec, all)->exhausted()) << seed;
  }
}

/// Two successive messages. The first one decides whether the second one is received.
Outcome two(const FaultSet& faults, bool second_received) {
  Outcome out{{}, Result::pass, faults};
  out.course.struck = faults;
  for (std::uint64_t i = 0; i < 2; ++i) {
    const MessageId id{"n0", "n1", "m", i};
    const bool lost = faults.has<systems::Loss>(id);
    const bool received = !lost && (i == 0 || second_received);
    out.course.attempts.push_back({id, lost ? Fate::lost : Fate::ok, received});
  }
  return out;
}

FaultSet losses(std::vector<std::uint64_t> numbers) {
  FaultSet out;
  for (const std::uint64_t i : numbers) out.add(systems::Loss{{"n0", "n1", "m", i}});
  return out;
}

TEST_F(FateTrees, LeaveAloneWhatArrivesNowhere) {
  FateTree tree(fspec_);
  ASSERT_TRUE(tree.add(two({}, false)));
  EXPECT_TRUE(tree.answered(losses({1})));
  EXPECT_EQ(tree.next(), losses({0}));
  ASSERT_TRUE(tree.add(two(losses({0}), true)));
  EXPECT_EQ(tree.next(), losses({0, 1}));
  EXPECT_EQ(tree.next(), std::nullopt);
}

TEST_F(FateTrees, DoNotAskForWhatSomebodyExecutesAlready) {
  FateTree tree(fspec_);
  ASSERT_TRUE(tree.add(two({}, true)));
  tree.set_asked(losses({0}));
  EXPECT_EQ(tree.next(), losses({1}));
  EXPECT_EQ(tree.next(), std::nullopt);
  EXPECT_FALSE(tree.answered(losses({0})));
}

TEST_F(FateTrees, RefuseWhatIsNoPath) {
  const auto after = [this](const Outcome& first, const Outcome& second) {
    FateTree tree(fspec_);
    EXPECT_TRUE(tree.add(first));
    return tree.add(second);
  };
  const Outcome all = two({}, true);
  EXPECT_TRUE(after(all, all));
  EXPECT_FALSE(after(all, two({}, false))) << "what was of use is of none";
  EXPECT_FALSE(after(two({}, false), all)) << "and the other way round";
  Outcome other = all;
  other.course.attempts[1].message.type = "x";
  EXPECT_FALSE(after(all, other)) << "another message comes next";
  Outcome shorter = all;
  shorter.course.attempts.pop_back();
  EXPECT_FALSE(after(all, shorter));
  EXPECT_FALSE(after(shorter, all)) << "it goes on where the other one ends";
  Outcome needless = all;
  needless.asked = losses({5});
  EXPECT_FALSE(after(all, needless)) << "a fault that struck nothing";
  EXPECT_FALSE(after(two({}, false), two(losses({1}), false))) << "what arrives nowhere is lost";
  Outcome invalid = two(losses({0}), true);
  invalid.result = Result::invalid;
  EXPECT_FALSE(after(all, invalid));
  FateTree empty(fspec_);
  EXPECT_FALSE(empty.add(two(losses({0}), true))) << "nobody knows whether it would have arrived";
}

TEST_F(FateTrees, SuitMessagesAlone) {
  EXPECT_TRUE(FateTree::suits(fspec_, ProofLevel::exact));
  EXPECT_FALSE(FateTree::suits(fspec_, ProofLevel::state));
  using Most = std::uint64_t systems::Fspec::*;
  for (const Most kind :
       std::initializer_list<Most>{&systems::Fspec::crashes, &systems::Fspec::restarts,
                                   &systems::Fspec::partitions, &systems::Fspec::pauses}) {
    systems::Fspec other = fspec_;
    other.*kind = 1;
    EXPECT_FALSE(FateTree::suits(other, ProofLevel::exact));
  }
}

}  // namespace
}  // namespace ldfi::recorded
