#include "common/minimise/ddmin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>

namespace ldfi::minimise {
namespace {

bool has(const Elements& some, const Elements& wanted) {
  return std::ranges::includes(some, wanted);
}

TEST(DeltaDebugging, FindsWhatIsNeeded) {
  const Elements wanted{1, 6, 7};
  EXPECT_EQ(ddmin(all_elements(8), [&](const Elements& some) { return has(some, wanted); }),
            wanted);
  EXPECT_EQ(ddmin(all_elements(8), [](const Elements& some) { return has(some, {5}); }),
            Elements{5});
  EXPECT_EQ(ddmin(all_elements(3), [](const Elements& some) { return some.size() == 3; }),
            all_elements(3));
  EXPECT_EQ(ddmin(all_elements(5), [](const Elements&) { return true; }), Elements{});
  EXPECT_EQ(ddmin({}, [](const Elements&) -> bool { throw std::logic_error("tested"); }),
            Elements{});
}

TEST(DeltaDebugging, KeepsTheNamesOfElements) {
  EXPECT_EQ(ddmin({3, 9, 27, 81},
                  [](const Elements& some) {
                    return has(some, {9, 81});
                  }),
            (Elements{9, 81}));
}

// The version of 1999 joins the needed parts of both halves. If elements interfere, this union need not fail.
TEST(DeltaDebugging, NeverReturnsWhatDoesNotFail) {
  const auto fails = [](const Elements& some) {
    const bool lower = has(some, {1}) && has(some, {2});
    const bool upper = has(some, {6});
    const bool disturbed = has(some, {5}) && !has(some, {4});
    return lower && upper && !disturbed;
  };
  const Elements few = ddmin(all_elements(8), fails);
  EXPECT_TRUE(fails(few));
  EXPECT_EQ(few, (Elements{1, 2, 6}));
}

/// A predicate that is drawn at random, monotone or not, and under which the whole set fails.
struct Predicate {
  std::set<Elements> wanted;
  bool monotone = true;
  std::uint32_t salt = 0;
  std::size_t all = 0;
  bool operator()(const Elements& some) const {
    if (some.size() == all) return true;
    if (monotone) {
      return std::ranges::any_of(wanted, [&](const Elements& one) { return has(some, one); });
    }
    std::uint64_t hash = salt;
    for (const std::uint32_t e : some) hash = (hash ^ (e + 1)) * 0x9E3779B97F4A7C15ULL;
    return hash >> 61U == 0;
  }
};

TEST(DeltaDebugging, IsOneMinimalWithinItsBound) {
  std::mt19937 random(7);
  for (int round = 0; round < 2'000; ++round) {
    const auto n = static_cast<std::uint32_t>(random() % 14);
    Predicate predicate{{}, random() % 2 == 0, static_cast<std::uint32_t>(random()), n};
    for (int i = 0; i < 3; ++i) {
      Elements one;
      for (std::uint32_t e = 0; e < n; ++e) {
        if (random() % 3 == 0) one.push_back(e);
      }
      predicate.wanted.insert(one);
    }
    std::size_t tests = 0;
    std::set<Elements> tested;
    const Elements few = ddmin(all_elements(n), [&](const Elements& some) {
      ++tests;
      EXPECT_TRUE(tested.insert(some).second) << "the same set is tested again";
      return predicate(some);
    });
    EXPECT_TRUE(predicate(few) || few.size() == n);
    EXPECT_LE(tests, n * n + 3 * n + 1);
    for (std::size_t i = 0; i < few.size() && few.size() > 1; ++i) {
      Elements less = few;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_FALSE(predicate(less));
    }
  }
}

TEST(Subsets, ComeInLexicographicOrder) {
  std::vector<Elements> all;
  const auto take = [&](const Elements& some) {
    all.push_back(some);
    return false;
  };
  EXPECT_FALSE(each_subset(4, 2, take));
  EXPECT_EQ(all, (std::vector<Elements>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
  all.clear();
  EXPECT_FALSE(each_subset(3, 0, take));
  EXPECT_EQ(all, (std::vector<Elements>{{}}));
  all.clear();
  EXPECT_FALSE(each_subset(2, 3, take));
  EXPECT_TRUE(all.empty());
  EXPECT_TRUE(each_subset(5, 5, [](const Elements& some) { return some == all_elements(5); }));
}

}  // namespace
}  // namespace ldfi::minimise
