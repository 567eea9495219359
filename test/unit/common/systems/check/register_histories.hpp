// Builds histories of a register for tests.
#pragma once

#include <algorithm>
#include <vector>

#include "common/systems/check/linearizable.hpp"
#include "test/support/random.hpp"

namespace ldfi::check::test {

using Kind = RegisterCall::Kind;

inline RegisterCall call(Kind kind, int from, int to, int value) {
  RegisterCall out;
  out.kind = kind;
  out.invoked = from;
  out.returned = to;
  out.value = value;
  return out;
}

inline RegisterCall write(int from, int to, int value) {
  return call(Kind::write, from, to, value);
}
inline RegisterCall read(int from, int to, int value) {
  return call(Kind::read, from, to, value);
}
inline RegisterCall absent(int from, int to) {
  return call(Kind::absent, from, to, missing_key);
}

inline RegisterCall cas(int from, int to, int expected, int value) {
  RegisterCall out = call(Kind::cas, from, to, value);
  out.expected = expected;
  return out;
}

inline RegisterCall differs(int from, int to, int expected) {
  RegisterCall out = cas(from, to, expected, 0);
  out.kind = Kind::differs;
  return out;
}

inline RegisterCall open(RegisterCall one) {
  one.returned = RegisterCall::never;
  return one;
}

inline bool linearizable(const std::vector<RegisterCall>& calls, const SearchLimits& limits = {}) {
  Meter meter;
  return !find_conflict(calls, meter, limits);
}

/// Parameters of a random history. Clients use one register at the same time, and each has one call
/// at a time.
struct Shape {
  int calls = 100;
  int clients = 5;
  int cas_percent = 0;
  int open_percent = 0;
  int wrong_percent = 0;  ///< share of answers that are replaced by wrong ones, in percent
  int values = 0;         ///< number of different values that are written; if 0, each value is
                          ///< written only once
};

/// Returns a random history of a register. All answers are correct, except those replaced by wrong
/// ones.
inline std::vector<RegisterCall> random_history(std::uint64_t seed, const Shape& shape) {
  ldfi::test::Random random(seed);
  struct Planned {
    RegisterCall call;
    std::int64_t point = 0;
  };
  std::vector<Planned> all;
  std::vector<std::int64_t> free(static_cast<std::size_t>(shape.clients));
  for (int i = 0; i < shape.calls; ++i) {
    const auto client = std::ranges::min_element(free);
    Planned one;
    one.call.invoked = *client + random.between(0, 20);
    one.call.returned = one.call.invoked + random.between(1, 40);
    one.point = static_cast<std::int64_t>(random.below(
                    static_cast<std::size_t>(one.call.returned - one.call.invoked + 1))) +
                one.call.invoked;
    *client = one.call.returned + 1;
    const auto value = [&] { return shape.values == 0 ? i : random.between(0, shape.values - 1); };
    one.call.value = value();
    one.call.kind = random.chance(shape.cas_percent) ? Kind::cas
                    : random.chance(50)              ? Kind::write
                                                     : Kind::read;
    if (one.call.kind == Kind::cas) one.call.expected = value();
    all.push_back(one);
  }
  std::ranges::stable_sort(all, {}, &Planned::point);
  ValueNumber state = missing_key;
  std::vector<RegisterCall> out;
  for (auto& [one, point] : all) {
    const bool lost = random.chance(shape.open_percent);
    const bool effect = !lost || random.chance(50);
    const bool wrong = random.chance(shape.wrong_percent);
    if (one.kind == Kind::read) {
      if (wrong && out.size() > 1) state = out[random.below(out.size())].value;
      one.value = state;
      if (state == missing_key) one.kind = Kind::absent;
    } else if (one.kind == Kind::write) {
      if (effect) state = one.value;
    } else if (state == one.expected) {
      if (effect) state = one.value;
    } else if (!lost) {
      one.kind = state == missing_key ? Kind::absent : Kind::differs;
    }
    if (lost && !one.changes_state()) continue;
    if (lost) one.returned = RegisterCall::never;
    out.push_back(one);
  }
  std::ranges::stable_sort(out, {}, &RegisterCall::invoked);
  return out;
}

}  // namespace ldfi::check::test
