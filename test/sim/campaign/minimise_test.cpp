// Minimises counterexamples of a scripted subject with the strategies that minimise those of real
// systems.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "common/base/contract.hpp"
#include "common/search/minimise/fewer.hpp"
#include "common/search/minimise/fewest.hpp"
#include "common/search/minimise/in_order.hpp"
#include "test/sim/campaign/scripted_subject.hpp"
#include "test/sim/farm.hpp"
#include "test/support/faults.hpp"

namespace ldfi::test {
namespace {

using minimise::Elements;

/// Executions with some faults of a fault set that violates the promise. The elements are the
/// faults.
class FaultProbes final : public search::Probes {
 public:
  explicit FaultProbes(std::vector<Fault> faults) : faults_(std::move(faults)) {}

  [[nodiscard]] std::size_t count() const override { return faults_.size(); }
  [[nodiscard]] Job job(Elements some) override {
    under_way_[++last_] = some;
    return {last_, ExecuteJob{named(some)}};
  }
  [[nodiscard]] std::optional<Answer> answer(const Report& report) override {
    const Elements some = under_way_.at(report.job);
    Elements more;
    for (std::uint32_t one = 0; one < faults_.size(); ++one) {
      if (!std::ranges::binary_search(some, one)) more.push_back(one);
    }
    const bool fails = result_of<ExecuteReport>(report).outcome == Outcome::violates;
    return Answer{some, fails, more};
  }
  [[nodiscard]] FaultSet named(const Elements& some) const {
    std::vector<Fault> out;
    for (const std::uint32_t one : some) out.push_back(faults_[one]);
    return FaultSet(out);
  }

 private:
  std::vector<Fault> faults_;
  std::map<std::uint64_t, Elements> under_way_;
  std::uint64_t last_ = 0;
};

class ScriptedMinimisation : public testing::Test {
 protected:
  ScriptedMinimisation() {
    for (const auto& [from, to, at] : std::vector<std::tuple<int, int, int>>{
             {0, 1, 1}, {0, 2, 1}, {1, 0, 1}, {1, 2, 2}, {2, 0, 2}, {2, 1, 3}, {0, 1, 3}}) {
      all_.emplace_back(Omission{NodeId(from), NodeId(to), Time(at)});
    }
    const auto of = [this](const Elements& some) { return FaultProbes(all_).named(some); };
    script_.falsifiers = {of({0, 1, 2, 3}), of({2, 4, 6}), of({1, 5})};
  }

  template <class Strategy>
  void run(Strategy& strategy, int workers, std::uint64_t seed) {
    SimFarm farm({.workers = workers, .seed = seed}, {}, [this](const wire::Setup&) {
      return std::make_unique<ScriptedExecutor>(script_, Flaw::none);
    });
    farm.search({}, strategy);
  }
  [[nodiscard]] bool violates(const Elements& some) const {
    return script_.violates(FaultProbes(all_).named(some));
  }

  Script script_{Fspec({5, 4, 0, {"a", "b", "c"}}), {}};
  std::vector<Fault> all_;
};

TEST_F(ScriptedMinimisation, EachElementThatIsLeftIsNeeded) {
  std::optional<std::pair<Elements, std::uint64_t>> first;
  for (const int workers : {1, 3, 8}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      FaultProbes probes(all_);
      search::Fewer fewer(probes, 1000);
      run(fewer, workers, seed);
      EXPECT_EQ(fewer.reason(), "");
      const Elements few = fewer.elements();
      EXPECT_TRUE(violates(few));
      for (std::size_t i = 0; i < few.size(); ++i) {
        Elements without = few;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_FALSE(violates(without));
      }
      const std::pair now(few, fewer.executions());
      EXPECT_EQ(first.value_or(now), now) << workers << " workers";
      first = now;
    }
  }
}

TEST_F(ScriptedMinimisation, NoSmallerSetViolates) {
  std::size_t least = all_.size();
  for (std::uint32_t set = 0; set < 1U << all_.size(); ++set) {
    Elements some;
    for (std::uint32_t one = 0; one < all_.size(); ++one) {
      if ((set >> one & 1U) != 0) some.push_back(one);
    }
    if (violates(some)) least = std::min(least, some.size());
  }
  EXPECT_EQ(least, 2U);
  for (const int workers : {1, 3, 8}) {
    FaultProbes probes(all_);
    search::Fewest fewest(probes, {0, 1, 2, 3}, 1000);
    run(fewest, workers, 7);
    EXPECT_EQ(fewest.elements(), (Elements{1, 5})) << "it may have elements that others left out";
    EXPECT_EQ(fewest.bound(), least);
  }
}

/// Returns jobs with all sets of two elements, one after the other.
class Pairs {
 public:
  explicit Pairs(const std::vector<Fault>& faults) : probes_(faults), all_(faults.size()) {}
  std::optional<search::InOrder::Work> operator()() {
    if (!next_) return std::nullopt;
    ExecuteJob work{probes_.named(*next_)};
    next_ = minimise::next_subset(static_cast<std::uint32_t>(all_), *std::move(next_));
    return work;
  }

 private:
  FaultProbes probes_;
  std::size_t all_;
  std::optional<Elements> next_ = Elements{0, 1};
};

bool is_violating(const Report& report) {
  return result_of<ExecuteReport>(report).outcome == Outcome::violates;
}

TEST_F(ScriptedMinimisation, TheFirstThatViolatesEndsIt) {
  const auto of = [this](const Elements& some) { return FaultProbes(all_).named(some); };
  script_.falsifiers = {of({2, 5}), of({1, 5}), of({3, 4})};
  for (const int workers : {1, 3, 4, 8}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      search::InOrder pairs(Pairs(all_), is_violating, 1000);
      run(pairs, workers, seed);
      EXPECT_EQ(pairs.reason(), "");
      ASSERT_TRUE(pairs.found().has_value());
      EXPECT_EQ(pairs.found()->job, 10U) << "0 1 … 0 6 are six, 1 2 … 1 5 four";
      EXPECT_EQ(pairs.counted(), 10U) << workers << " workers";
    }
  }
}

TEST_F(ScriptedMinimisation, WithoutOneThatViolatesAllAreExecuted) {
  for (const int workers : {1, 3, 8}) {
    const auto never = [](const Report&) { return false; };
    search::InOrder all(Pairs(all_), never, 21);
    run(all, workers, 5);
    EXPECT_EQ(all.reason(), "");
    EXPECT_EQ(all.counted(), 21U);
    EXPECT_FALSE(all.found().has_value());
    search::InOrder some(Pairs(all_), never, 20);
    run(some, workers, 5);
    EXPECT_EQ(some.reason(), "runs");
    EXPECT_EQ(some.counted(), 20U);
    const auto nothing = [] { return std::optional<search::InOrder::Work>(); };
    search::InOrder none(nothing, never, 0);
    run(none, workers, 5);
    EXPECT_EQ(none.reason(), "");
    EXPECT_EQ(none.counted(), 0U);
  }
}

TEST_F(ScriptedMinimisation, ABudgetEndsItWithWhatIsKnown) {
  FaultProbes probes(all_);
  search::Fewer fewer(probes, 2);
  run(fewer, 1, 1);
  EXPECT_EQ(fewer.reason(), "runs");
  EXPECT_LE(fewer.executions(), 2U);
  EXPECT_TRUE(violates(fewer.elements()));
}

}  // namespace
}  // namespace ldfi::test
