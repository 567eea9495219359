#include "common/minimise/smaller_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <random>

namespace ldfi::minimise {
namespace {

/// A deterministic system whose messages arrive in a fixed order. Whether a message is sent depends on which
/// earlier messages arrived.
class Messages {
 public:
  Messages(std::uint32_t count, std::mt19937& random) : sent_(count), order_(all_elements(count)) {
    std::shuffle(order_.begin(), order_.end(), random);
    for (std::uint32_t one = 0; one < count; ++one) {
      for (std::uint32_t earlier = 0; earlier < (1U << one); ++earlier) {
        sent_[one].push_back(random() % 3 != 0);
      }
    }
    for (std::uint32_t all = 0; all < (1U << count); ++all) fails_.push_back(random() % 15 == 0);
  }

  struct Course {
    std::uint32_t arrived = 0;
    Elements pending;
  };
  [[nodiscard]] Course run(const Elements& some) const {
    Course out;
    for (std::uint32_t one = 0; one < sent_.size(); ++one) {
      if (!sent_[one][out.arrived]) continue;
      if (std::ranges::binary_search(some, order_[one])) {
        out.arrived |= 1U << one;
      } else {
        out.pending.push_back(order_[one]);
      }
    }
    return out;
  }
  [[nodiscard]] bool fails(const Course& course) const { return fails_[course.arrived]; }
  /// Returns true if all messages of the set arrive.
  [[nodiscard]] static bool whole(const Course& course, const Elements& some) {
    return static_cast<std::size_t>(std::popcount(course.arrived)) == some.size();
  }

 private:
  std::vector<std::vector<bool>>
      sent_;  ///< for each message and each set of earlier messages that arrived: is it sent?
  Elements order_;
  std::vector<bool> fails_;
};

/// Returns the size of the smallest set that fails, and the first set of this size that fails. Tries all sets
/// with fewer than `below` messages. Returns `below` and nullopt if none of them fails.
std::pair<std::size_t, std::optional<Elements>> by_hand(const Messages& messages,
                                                        std::uint32_t count, std::size_t below) {
  for (std::uint32_t size = 0; size < below; ++size) {
    std::optional<Elements> found;
    const bool fails = each_subset(count, size, [&](const Elements& some) {
      found = some;
      return messages.fails(messages.run(some));
    });
    if (fails) return {size, found};
  }
  return {below, std::nullopt};
}

/// Acts as this number of workers, which finish their jobs in random order.
void answer_all(SmallerSets& sets, std::size_t workers, std::mt19937& random,
                const std::function<void(const Elements&)>& answer) {
  std::vector<Elements> under_way;
  while (!sets.finished()) {
    while (under_way.size() < workers) {
      auto some = sets.next();
      if (!some) break;
      under_way.push_back(*std::move(some));
    }
    ASSERT_FALSE(under_way.empty());
    std::swap(under_way[random() % under_way.size()], under_way.back());
    const Elements some = std::move(under_way.back());
    under_way.pop_back();
    answer(some);
  }
}

TEST(SmallerSets, FindTheSmallestThatFails) {
  std::mt19937 random(3);
  int found = 0;
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t count = 1 + static_cast<std::uint32_t>(random() % 8);
    const std::size_t below = 1 + random() % count;
    const Messages messages(count, random);
    const auto [bound, first] = by_hand(messages, count, below);
    std::uint64_t tests = 0;
    for (const std::size_t workers : {1U, 2U, 7U}) {
      SmallerSets sets(below, 1'000);
      answer_all(sets, workers, random, [&](const Elements& some) {
        const auto course = messages.run(some);
        const bool whole = Messages::whole(course, some);
        sets.answer(some, messages.fails(course), whole ? course.pending : Elements());
      });
      EXPECT_EQ(sets.bound(), bound);
      EXPECT_EQ(sets.found().has_value(), first.has_value());
      if (workers == 1) tests = sets.tests();
      EXPECT_EQ(sets.tests(), tests);
      EXPECT_TRUE(!sets.found() || messages.fails(messages.run(*sets.found())));
      EXPECT_TRUE(workers > 1 || sets.wasted() == 0);
    }
    found += first ? 1 : 0;
  }
  EXPECT_GT(found, 100);
}

/// If no message must be delivered before another one, every set of deliveries is possible.
TEST(SmallerSets, AreAllThereAreInTheirOrder) {
  SmallerSets sets(3, 11);
  std::vector<Elements> tested;
  while (auto some = sets.next()) {
    tested.push_back(*some);
    Elements more;
    for (const std::uint32_t one : all_elements(4)) {
      if (!std::ranges::binary_search(*some, one)) more.push_back(one);
    }
    sets.answer(*some, false, more);
  }
  EXPECT_TRUE(sets.finished());
  EXPECT_EQ(
      tested,
      (std::vector<Elements>{
          {}, {0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));  // NOLINT
  EXPECT_EQ(sets.bound(), 3U);
  EXPECT_EQ(sets.tests(), 11U);
}

TEST(SmallerSets, BeginNoSizeThatTheyCannotEnd) {
  SmallerSets sets(3, 10);
  std::uint64_t tested = 0;
  for (; auto some = sets.next(); ++tested) {
    Elements more;
    for (const std::uint32_t one : all_elements(4)) {
      if (!std::ranges::binary_search(*some, one)) more.push_back(one);
    }
    sets.answer(*some, false, more);
  }
  EXPECT_TRUE(sets.finished());
  EXPECT_EQ(tested, 5U);
  EXPECT_EQ(sets.bound(), 2U);
  EXPECT_FALSE(sets.found().has_value());
}

TEST(SmallerSets, TheFirstThatFailsIsTaken) {
  SmallerSets sets(3, 100);
  sets.answer(*sets.next(), false, {0, 1, 2});
  const Elements zero = *sets.next();
  const Elements one = *sets.next();
  const Elements two = *sets.next();
  sets.answer(two, true, {});
  sets.answer(one, true, {});
  EXPECT_FALSE(sets.finished());
  EXPECT_FALSE(sets.next().has_value());
  sets.answer(zero, false, {1});
  EXPECT_TRUE(sets.finished());
  EXPECT_EQ(sets.found(), one);
  EXPECT_EQ(sets.tests(), 3U);
  EXPECT_EQ(sets.wasted(), 1U);
  EXPECT_EQ(sets.bound(), 1U);
}

}  // namespace
}  // namespace ldfi::minimise
