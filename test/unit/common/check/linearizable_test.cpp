#include "common/check/linearizable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "common/base/meter.hpp"

namespace ldfi::check {
namespace {

using Kind = RegisterCall::Kind;

Linearizable linearizable(const std::vector<RegisterCall>& calls, std::size_t most = 2'000'000) {
  Meter meter;
  return check::linearizable(calls, meter, most);
}

RegisterCall call(Kind kind, int from, int to, int value) {
  RegisterCall out;
  out.kind = kind;
  out.invoked = from;
  out.returned = to;
  out.value = value;
  return out;
}

RegisterCall cas(int from, int to, int expected, int value) {
  RegisterCall out = call(Kind::cas, from, to, value);
  out.expected = expected;
  return out;
}

RegisterCall open(RegisterCall one) {
  one.certain = false;
  one.returned = std::numeric_limits<std::int64_t>::max();
  return one;
}

RegisterCall absent(int from, int to) {
  RegisterCall out = call(Kind::read, from, to, 0);
  out.absent = true;
  return out;
}

TEST(Linearizable, OneAfterTheOther) {
  EXPECT_EQ(linearizable({}), Linearizable::yes);
  EXPECT_EQ(linearizable({call(Kind::write, 0, 1, 5), call(Kind::read, 2, 3, 5)}),
            Linearizable::yes);
  EXPECT_EQ(linearizable({call(Kind::write, 0, 1, 5), call(Kind::read, 2, 3, 4)}),
            Linearizable::no);
  EXPECT_EQ(linearizable({call(Kind::write, 0, 1, 5), absent(2, 3)}), Linearizable::no);
  EXPECT_EQ(linearizable({absent(0, 1), call(Kind::write, 2, 3, 5)}), Linearizable::yes);
}

TEST(Linearizable, AtOnceTheyMayHappenInAnyOrder) {
  const RegisterCall write = call(Kind::write, 0, 10, 5);
  EXPECT_EQ(linearizable({write, absent(1, 2), call(Kind::read, 3, 4, 5)}), Linearizable::yes);
  EXPECT_EQ(linearizable({write, call(Kind::read, 1, 2, 5), absent(3, 4)}), Linearizable::no);
}

TEST(Linearizable, WithoutAnAnswerItMayHappenLaterOrNever) {
  const RegisterCall lost = open(call(Kind::write, 0, 0, 5));
  EXPECT_EQ(linearizable({lost, absent(10, 11), call(Kind::read, 20, 21, 5)}), Linearizable::yes);
  EXPECT_EQ(linearizable({lost, absent(10, 11)}), Linearizable::yes);
  EXPECT_EQ(linearizable({lost, call(Kind::read, 10, 11, 5), absent(20, 21)}), Linearizable::no);
}

TEST(Linearizable, CompareAndSet) {
  const RegisterCall write = call(Kind::write, 0, 1, 1);
  EXPECT_EQ(linearizable({write, cas(2, 3, 1, 2), call(Kind::read, 4, 5, 2)}), Linearizable::yes);
  EXPECT_EQ(linearizable({write, cas(2, 3, 7, 2)}), Linearizable::no);
  RegisterCall refused = cas(2, 3, 7, 2);
  refused.refused = true;
  EXPECT_EQ(linearizable({write, refused}), Linearizable::yes);
  refused.expected = 1;
  EXPECT_EQ(linearizable({write, refused}), Linearizable::no);
  refused.absent = true;
  EXPECT_EQ(linearizable({refused}), Linearizable::yes);
  RegisterCall creates = cas(0, 1, 7, 3);
  EXPECT_EQ(linearizable({creates}), Linearizable::no);
  creates.creates = true;
  EXPECT_EQ(linearizable({creates, call(Kind::read, 2, 3, 3)}), Linearizable::yes);
  EXPECT_EQ(linearizable({write, open(cas(2, 0, 1, 2)), call(Kind::read, 9, 10, 2)}),
            Linearizable::yes);
}

/// Every order of every subset that has all that is certain.
bool by_all_orders(const std::vector<RegisterCall>& calls) {
  std::vector<std::size_t> order(calls.size());
  std::iota(order.begin(), order.end(), 0);
  const auto possible = [&](std::size_t count) {
    std::vector<bool> in(calls.size());
    int value = -1;
    for (std::size_t i = 0; i < count; ++i) {
      const RegisterCall& one = calls[order[i]];
      in[order[i]] = true;
      for (std::size_t j = i + 1; j < count; ++j) {
        if (calls[order[j]].returned < one.invoked) return false;
      }
      const int its = one.value.get<int>();
      if (one.kind == Kind::read && its != value) return false;
      if (one.kind == Kind::cas && one.expected.get<int>() != value) return false;
      if (one.kind != Kind::read) value = its;
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].certain && !in[i]) return false;
    }
    return true;
  };
  do {
    for (std::size_t count = 0; count <= calls.size(); ++count) {
      if (possible(count)) return true;
    }
  } while (std::ranges::next_permutation(order).found);
  return false;
}

TEST(Linearizable, TheSameAsAllOrders) {
  std::mt19937 random(7);
  const auto below = [&random](unsigned most) { return static_cast<int>(random() % most); };
  int good = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<RegisterCall> calls;
    for (int i = 0, count = 1 + below(5); i < count; ++i) {
      const int from = below(12);
      const int to = from + below(6);
      RegisterCall one = below(3) == 0
                             ? cas(from, to, below(3), below(3))
                             : call(below(2) == 0 ? Kind::read : Kind::write, from, to, below(3));
      if (one.kind != Kind::read && below(4) == 0) one = open(one);
      calls.push_back(one);
    }
    const bool expected = by_all_orders(calls);
    good += expected ? 1 : 0;
    ASSERT_EQ(linearizable(calls) == Linearizable::yes, expected) << "round " << round;
  }
  EXPECT_GT(good, 500);
  EXPECT_LT(good, 2500);
}

TEST(Linearizable, GivesUp) {
  std::vector<RegisterCall> calls;
  for (int i = 0; i < 30; ++i) calls.push_back(call(Kind::write, 0, 100, i));
  calls.push_back(call(Kind::read, 101, 102, -1));
  EXPECT_EQ(linearizable(calls, 1000), Linearizable::too_hard);
}

}  // namespace
}  // namespace ldfi::check
