// Compares the checker `kafka` with brute force, on small random histories of one log. A history is
// right if some log explains it; brute force tries all logs. Committed offsets are right if some
// order of the operations explains them.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <random>

#include "common/systems/check/check.hpp"
#include "test/oracle/check/verdict_counts.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;
constexpr int offsets = 4;
using Log = std::vector<int>;  ///< for each offset, the message, or 0 if there is none

struct Send {
  int client = 0;
  int message = 0;
  std::optional<int> offset;  ///< offset at which the message was acknowledged
  bool refused = false;
  int at = 0;
  int over = 0;
};

struct Poll {
  int node = 0;
  int from = 0;
  std::vector<std::pair<int, int>> messages;
  int at = 0;
};

struct Case {
  std::vector<Send> sends;
  std::vector<Poll> polls;
};

bool explains(const Log& log, const Case& one) {
  for (const Send& sent : one.sends) {
    if (sent.offset && log[static_cast<std::size_t>(*sent.offset)] != sent.message) return false;
  }
  for (const Poll& poll : one.polls) {
    int upto = poll.from - 1;
    for (const auto& [offset, message] : poll.messages) upto = std::max(upto, offset);
    std::vector<std::pair<int, int>> should;
    for (int offset = poll.from; offset <= upto; ++offset) {
      if (const int message = log[static_cast<std::size_t>(offset)]; message != 0)
        should.emplace_back(offset, message);
    }
    if (should != poll.messages) return false;
    const bool last = std::ranges::none_of(one.polls, [&](const Poll& other) {
      return other.node == poll.node && other.at > poll.at;
    });
    for (const Send& sent : one.sends) {
      const bool due = last && sent.offset && sent.over < poll.at && *sent.offset >= poll.from;
      if (due && *sent.offset > upto) return false;
    }
  }
  return std::ranges::none_of(one.sends, [&](const Send& first) {
    return std::ranges::any_of(one.sends, [&](const Send& then) {
      return first.offset && then.offset && first.client == then.client &&
             first.over<then.at&& * first.offset> * then.offset;
    });
  });
}

bool explained(const Case& one) {
  std::vector<int> may{0};
  for (const Send& sent : one.sends) {
    if (!sent.refused) may.push_back(sent.message);
  }
  std::size_t all = 1;
  for (int i = 0; i < offsets; ++i) all *= may.size();
  for (std::size_t number = 0; number < all; ++number) {
    Log log;
    for (std::size_t rest = number; log.size() < offsets; rest /= may.size())
      log.push_back(may[rest % may.size()]);
    const bool once = std::ranges::all_of(
        log, [&](int message) { return message == 0 || std::ranges::count(log, message) == 1; });
    if (once && explains(log, one)) return true;  // a message must be sent only once
  }
  return false;
}

/// Returns a history of a random log and of the answers to its clients. Some answers are wrong.
Case random_case(std::mt19937_64& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Case out;
  Log log(offsets, 0);
  const int slips = below(3) > 0 ? 1000 : 6;
  int offset = below(2);
  int at = 0;
  for (int i = 0; i < 3; ++i) {
    Send one{below(2), i + 1, std::nullopt, false, at, at + 1 + below(3)};
    at += 1 + below(3);
    const int what = below(6);
    if (what > 0 && offset < offsets) {
      log[static_cast<std::size_t>(offset)] = one.message;
      if (what > 1) one.offset = offset;
      if (below(slips) != 0) offset += 1 + below(2);
    }
    one.refused = !one.offset && below(2) == 0 && what == 0;
    out.sends.push_back(one);
  }
  if (below(slips) == 0) std::swap(log[1], log[2]);
  if (below(slips) == 0) log[3] = log[static_cast<std::size_t>(below(3))];
  for (int i = 0; i < 3; ++i) {
    Poll one{below(2), below(2), {}, below(10)};
    if (i > 0) one = {i - 1, 0, {}, 20};
    const int upto = i > 0 && below(slips) != 0 ? offsets : below(offsets + 1);
    for (int k = one.from; k < upto; ++k) {
      const int message = log[static_cast<std::size_t>(k)];
      if (message != 0 && below(slips) != 0)
        one.messages.emplace_back(k, below(slips) == 0 ? 1 + below(4) : message);
    }
    if (one.messages.size() > 1 && below(slips) == 0) std::swap(one.messages[0], one.messages[1]);
    out.polls.push_back(one);
  }
  return out;
}

History history_of(const Case& from) {
  History out;
  for (const Send& sent : from.sends) {
    Call call{"c" + std::to_string(sent.client), "n0", sent.at,
              json{{"type", "send"}, {"key", "k"}, {"msg", sent.message}}};
    if (sent.offset) call.response = json{{"type", "send_ok"}, {"offset", *sent.offset}};
    if (sent.refused) call.response = json{{"type", "error"}, {"code", 11}};
    if (sent.offset || sent.refused) call.returned = sent.over;
    out.calls.push_back(call);
  }
  for (const Poll& poll : from.polls) {
    Call call{"c9", "n" + std::to_string(poll.node), poll.at,
              json{{"type", "poll"}, {"offsets", {{"k", poll.from}}}}};
    json list = json::array();
    for (const auto& [offset, message] : poll.messages) list.push_back({offset, message});
    call.response = json{{"type", "poll_ok"}, {"msgs", {{"k", list}}}};
    call.returned = poll.at;
    out.calls.push_back(call);
  }
  std::ranges::stable_sort(out.calls, {}, &Call::invoked);
  return out;
}

TEST(Kafka, IsRightIfALogExplainsIt) {
  std::map<bool, int> seen;
  test::VerdictCounts counts("kafka, sends and polls");
  const test::Seeds seeds = test::seeds({1, 2000});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    std::mt19937_64 random(seed);
    const Case one = random_case(random);
    const Judgement found = judge({.checker = systems::Checker::kafka}, history_of(one));
    const bool right = explained(one);
    ++seen[right];
    counts.count(found.violated.empty() == right);
    ASSERT_EQ(found.violated.empty(), right)
        << "seed " << seed << " " << (found.violated.empty() ? "" : found.violated.front());
  }
  EXPECT_GT(seen[true], 200);
  EXPECT_GT(seen[false], 200);
}

struct Step {
  std::optional<int> commit;
  std::optional<int> listed;  ///< offset that a list returned; nullopt if it returned none
  bool answered = true;
  int at = 0;
  int over = 0;
};

/// Returns true if some order of the operations explains each list. Each operation happens between
/// its request and its answer. A list returns the last committed offset or, if `highest` is true,
/// the highest committed offset.
bool explained(const std::vector<Step>& steps, bool highest) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < steps.size(); ++i) order.push_back(i);
  do {
    // An order may place an unanswered commit after all other operations, as if it did not happen.
    std::optional<int> now;
    bool good = true;
    for (std::size_t i = 0; i < order.size() && good; ++i) {
      const Step& one = steps[order[i]];
      for (std::size_t j = 0; j < i; ++j) {
        good = good && !(one.answered && one.over < steps[order[j]].at);
      }
      if (one.commit) now = highest && now ? std::max(*now, *one.commit) : *one.commit;
      if (!one.commit) good = good && one.listed == now;
    }
    if (good) return true;
  } while (std::ranges::next_permutation(order).found);
  return false;
}

TEST(Kafka, WhatIsExplainedIsNoForgottenOffset) {
  std::map<bool, int> seen;
  int found_out = 0;
  test::VerdictCounts counts("kafka, committed offsets");
  const test::Seeds seeds = test::seeds({1, 2000});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    std::vector<Step> steps;
    History history;
    for (int i = 0; i < 4; ++i) {
      Step one{below(2) == 0 ? std::optional(below(4)) : std::nullopt, std::nullopt, true, i * 2};
      one.over = one.at + 1 + below(4);
      if (!one.commit && below(3) > 0) one.listed = below(4);
      one.answered = !one.commit || below(4) > 0;
      Call call{"c1", "n0", one.at};
      if (one.commit) {
        call.body = json{{"type", "commit_offsets"}, {"offsets", {{"k", *one.commit}}}};
        call.response = json{{"type", "commit_offsets_ok"}};
      } else {
        call.body = json{{"type", "list_committed_offsets"}, {"keys", {"k"}}};
        json listed = json::object();
        if (one.listed) listed["k"] = *one.listed;
        call.response = json{{"type", "list_committed_offsets_ok"}, {"offsets", listed}};
      }
      if (one.answered) call.returned = one.over;
      if (!one.answered) call.response = {};
      history.calls.push_back(call);
      steps.push_back(one);
    }
    const bool right = explained(steps, false) || explained(steps, true);
    const Judgement found = judge({.checker = systems::Checker::kafka}, history);
    ++seen[right];
    counts.count(!right || found.violated.empty());
    if (!found.violated.empty()) ++found_out;
    ASSERT_TRUE(!right || found.violated.empty())
        << "seed " << seed << " " << found.violated.front();
  }
  EXPECT_GT(seen[true], 100);
  EXPECT_GT(found_out * 2, seen[false]) << "too few are found";
}

}  // namespace
}  // namespace ldfi::check
