#include "common/search/recorded/draws.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <type_traits>

namespace ldfi::search {

namespace {

/// Returns a pseudo-random number above 0 and at most 1. All values are equally probable.
double share(std::uint64_t seed, std::uint64_t number, std::string_view kind) {
  constexpr int bits = 53;  // bits of the mantissa of a double
  const std::uint64_t some =
      systems::drawn(seed, fmt::format("{} rate of {}", number, kind)) >> (64 - bits);
  return std::ldexp(static_cast<double>(some + 1), -bits);
}

/// Returns the number of moments at which a node may crash.
std::size_t moments_in(const systems::Course& course, const systems::Fspec& fspec) {
  std::size_t out = 0;
  for (const auto& [node, count] : course.activations) {
    if (!fspec.may_crash(node) && !fspec.may_restart(node)) continue;
    for (std::uint64_t i = 1; i <= count; ++i) {
      if (course.spared.contains({node, i})) continue;
      const auto said = course.said.find({node, i});
      out += 1 + (said == course.said.end() ? 0 : said->second);
    }
  }
  return out;
}

/// Returns the number of activations (messages and timers that nodes handle) before which a node
/// may be paused.
std::size_t activations_in(const systems::Course& course) {
  std::size_t out = 0;
  for (const auto& [node, count] : course.approached) out += count;
  return out - course.steady.size();
}

/// Returns the number of partitions that would lose a message.
std::size_t windows_in(const systems::Course& course, const systems::Fspec& fspec) {
  std::set<systems::Cut> out;
  for (const systems::Course::Attempt& one : course.attempts) {
    for (const systems::Border& border : fspec.borders) {
      if (border.separates(one.message)) out.insert(fspec.cut_at(border, one.sent));
    }
  }
  return out.size();
}

}  // namespace

Draws::Draws(const systems::Fspec& fspec, const systems::Course& course,
             const FaultWeights& weights, std::uint64_t seed)
    : fspec_(fspec), weights_(weights), seed_(seed) {
  const std::size_t messages = course.attempts.size();
  const std::size_t moments = moments_in(course, fspec);
  const std::size_t activations = activations_in(course);
  const std::size_t windows = windows_in(course, fspec);
  systems::each_kind([&]<class Kind>(Kind*) {
    constexpr bool before = std::is_same_v<typename Kind::Where, systems::Activation>;
    places_.of<Kind>() = Kind::place == Place::message ? messages
                         : Kind::place == Place::cut   ? windows
                         : before                      ? activations
                                                       : moments;
  });
}

systems::Draw Draws::draw(std::uint64_t number) const {
  double expected = 0;
  const auto chance = [&](std::string_view kind, std::size_t places,
                          std::optional<std::uint64_t> most) {
    const std::uint64_t weight = weights_.named(kind);
    if (weight == 0 || most == 0U) return 0.0;
    const double w = static_cast<double>(weight) / static_cast<double>(FaultWeights::one);
    const double all = static_cast<double>(std::max<std::size_t>(1, places));
    const double some = std::min(all, most ? static_cast<double>(*most) : all);
    const double rate = std::pow(share(seed_, number, kind), 1 / w);
    expected += rate * some;
    return rate * some / all;
  };
  systems::KindMap<double> chances;
  systems::each_kind([&]<class Kind>(Kind*) {
    if (!systems::admits_some<Kind>(fspec_)) return;
    chances.of<Kind>() = chance(Kind::weight, places_.of<Kind>(), Kind::most(fspec_));
  });
  const double most = fspec_.faults ? static_cast<double>(*fspec_.faults) : expected;
  const double scale = expected > most ? most / expected : 1;
  const auto millionths = [scale](double one) {
    return static_cast<std::uint32_t>(std::lround(one * scale * systems::certain));
  };
  systems::Draw out{number};
  std::ranges::transform(chances.values, out.chances.values.begin(), millionths);
  return out;
}

std::optional<std::uint64_t> Draws::next_invalid() {
  if (invalid_.empty()) return std::nullopt;
  const std::uint64_t out = invalid_.front();
  invalid_.pop_front();
  return out;
}

std::optional<Draws::Answer> Draws::take() {
  const auto next = answers_.find(taken_ + 1);
  if (next == answers_.end()) return std::nullopt;
  ++taken_;
  Answer out = std::move(next->second);
  answers_.erase(next);
  return out;
}

}  // namespace ldfi::search
