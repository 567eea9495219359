#include "common/minimise/speculation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

namespace ldfi::minimise {
namespace {

/// A predicate that need not be monotone: some elements are needed, and some disturb.
struct Disturbed {
  std::vector<Elements> wanted;
  std::uint32_t salt = 0;
  Elements all;

  bool operator()(const Elements& some) const {
    if (some == all) return true;
    const bool has = std::ranges::any_of(
        wanted, [&some](const Elements& one) { return std::ranges::includes(some, one); });
    std::uint32_t hash = salt;
    for (const std::uint32_t one : some) hash = hash * 31 + one;
    return has && (salt == 0 || hash % 5 != 0);
  }
};

Disturbed some_disturbed(std::mt19937& random) {
  const auto below = [&random](std::uint32_t end) {
    return static_cast<std::uint32_t>(random()) % end;
  };
  Disturbed out{{}, 0, all_elements(1 + below(24))};
  for (std::uint32_t i = 1 + below(2); i > 0; --i) {
    Elements one;
    for (const std::uint32_t element : out.all) {
      if (below(5) == 0) one.push_back(element);
    }
    out.wanted.push_back(std::move(one));
  }
  out.salt = below(2) == 0 ? 0 : static_cast<std::uint32_t>(random());
  return out;
}

struct Path {
  Elements result;
  std::uint64_t tests = 0;
  bool cut_short = false;
};

/// Returns the path of ddmin without speculation.
Path alone(const Disturbed& fails, std::uint64_t most) {
  struct Enough {};
  Path out{fails.all};
  try {
    (void)ddmin(fails.all, [&](const Elements& some) {
      if (out.tests == most) throw Enough();
      ++out.tests;
      const bool found = fails(some);
      if (found) out.result = some;
      return found;
    });
  } catch (const Enough&) {
    out.cut_short = true;
  }
  return out;
}

// Answers come in any order, from this number of workers.
TEST(Speculation, GoesTheWayOfDdmin) {
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    std::mt19937 random(seed);
    const Disturbed fails = some_disturbed(random);
    const std::uint64_t most = random() % 3 == 0 ? random() % 12 : 10'000;
    const Path expected = alone(fails, most);
    for (const std::size_t workers : {1U, 2U, 4U, 16U}) {
      Speculation path(fails.all, most);
      std::vector<Elements> running;
      std::uint64_t executed = 0;
      while (!path.finished()) {
        while (running.size() < workers) {
          auto some = path.next();
          if (!some) break;
          EXPECT_EQ(std::ranges::count(running, *some), 0) << seed;
          running.push_back(*std::move(some));
        }
        ASSERT_FALSE(running.empty()) << seed << ": it waits for nothing";
        const std::size_t which = random() % running.size();
        const Elements some = running[which];
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(which));
        ++executed;
        path.answer(some, fails(some));
      }
      EXPECT_EQ(path.result(), expected.result) << seed << " " << workers;
      EXPECT_EQ(path.tests(), expected.tests) << seed << " " << workers;
      EXPECT_EQ(path.wasted(), executed - expected.tests) << seed << " " << workers;
      EXPECT_TRUE(workers > 1 || path.wasted() == 0) << seed << ": one does nothing in vain";
      EXPECT_EQ(path.cut_short(), expected.cut_short) << seed;
      EXPECT_FALSE(path.next().has_value()) << seed;
    }
  }
}

/// Returns how many times fewer rounds this number of workers needs than one worker, if all tests take
/// equally long.
double times_fewer(const Disturbed& fails, std::size_t workers) {
  const auto rounds = [&fails](std::size_t at_once) {
    Speculation path(fails.all, 10'000);
    std::uint64_t out = 0;
    for (; !path.finished(); ++out) {
      std::vector<Elements> running;
      for (auto some = path.next(); some; some = path.next()) {
        running.push_back(*std::move(some));
        if (running.size() == at_once) break;
      }
      for (const Elements& some : running) path.answer(some, fails(some));
    }
    return static_cast<double>(out);
  };
  return rounds(1) / rounds(workers);
}

/// Needs this number of elements of `all`, at about equal distances.
Disturbed spread(std::uint32_t wanted, std::uint32_t all) {
  Disturbed out{{{}}, 0, all_elements(all)};
  for (std::uint32_t i = 0; i < wanted; ++i) {
    out.wanted.front().push_back(i * (all / wanted) + i % 3);
  }
  return out;
}

TEST(Speculation, KeepsManyWorkersBusy) {
  const Disturbed fails = spread(24, 620);
  for (const std::size_t workers : {2U, 4U, 8U, 16U}) {
    EXPECT_GT(times_fewer(fails, workers), 0.6 * static_cast<double>(workers)) << workers;
  }
}

// As many elements as DEMi's executions have events, of which as few are needed.
TEST(Speculation, KeepsSixtyFourWorkersBusy) {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    std::mt19937 random(seed);
    Disturbed fails{{{}}, 0, all_elements(1500)};
    std::ranges::sample(fails.all, std::back_inserter(fails.wanted.front()), 22, random);
    EXPECT_GT(times_fewer(fails, 64), 0.6 * 64) << seed;
    EXPECT_GT(times_fewer(fails, 16), 0.8 * 16) << seed;
  }
}

// If there are few tests, the tests after a failure are also made ahead. Otherwise the factor would be 6.4.
TEST(Speculation, GuessesFailures) {
  EXPECT_GT(times_fewer(spread(4, 24), 64), 8);
}

TEST(Speculation, OfNothingIsFinished) {
  const Speculation path({}, 5);
  EXPECT_TRUE(path.finished());
  EXPECT_FALSE(path.cut_short());
  EXPECT_EQ(path.result(), Elements{});
}

}  // namespace
}  // namespace ldfi::minimise
