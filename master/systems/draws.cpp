#include "master/systems/draws.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace ldfi::app {

using systems::Chances;
using systems::Draw;

namespace {

/// Above 0, and 1 at most; each as probable as another.
double share(std::uint64_t seed, std::uint64_t number, std::string_view kind) {
  constexpr int bits = 53;  // of a double
  const std::uint64_t some =
      systems::drawn(seed, fmt::format("{} rate of {}", number, kind)) >> (64 - bits);
  return std::ldexp(static_cast<double>(some + 1), -bits);
}

}  // namespace

Draws::Draws(const systems::Fspec& fspec, const systems::Course& course,
             const FaultWeights& weights, std::uint64_t seed)
    : fspec_(fspec), weights_(weights), seed_(seed), messages_(course.attempts.size()) {
  for (const auto& [node, count] : course.activations) {
    if (!fspec.may_crash(node) && !fspec.may_restart(node)) continue;
    for (std::uint64_t i = 1; i <= count; ++i) {
      if (course.spared.contains({node, i})) continue;
      const auto said = course.said.find({node, i});
      moments_ += 1 + (said == course.said.end() ? 0 : said->second);
    }
  }
  std::set<systems::Cut> windows;
  for (const systems::Course::Attempt& one : course.attempts) {
    for (const systems::Border& border : fspec.borders) {
      if (border.separates(one.message)) windows.insert(fspec.cut_at(border, one.sent));
    }
  }
  windows_ = windows.size();
  for (const auto& [node, count] : course.approached) pauses_ += count;
  pauses_ -= course.steady.size();
}

Draw Draws::draw(std::uint64_t number) const {
  double expected = 0;
  const auto chance = [&](std::string_view kind, std::size_t places,
                          std::optional<std::uint64_t> most) {
    const std::uint64_t weight = weights_.*FaultWeights::find(kind)->of;
    if (weight == 0 || most == 0U) return 0.0;
    const double w = static_cast<double>(weight) / static_cast<double>(FaultWeights::one);
    const double all = static_cast<double>(std::max<std::size_t>(1, places));
    const double some = std::min(all, most ? static_cast<double>(*most) : all);
    const double rate = std::pow(share(seed_, number, kind), 1 / w);
    expected += rate * some;
    return rate * some / all;
  };
  const double delay = fspec_.delays.empty() ? 0 : chance("delays", messages_, fspec_.delayed);
  const double duplicate = chance("duplicates", messages_, fspec_.duplicates);
  const double loss = chance("omissions", messages_, fspec_.omissions);
  const double crash = chance("crashes", moments_, fspec_.crashes);
  const double restart = chance("restarts", moments_, fspec_.restarts);
  const double cut = chance("partitions", windows_, fspec_.partitions);
  const double pause = chance("pauses", pauses_, fspec_.pauses);
  const double most = fspec_.faults ? static_cast<double>(*fspec_.faults) : expected;
  const double scale = expected > most ? most / expected : 1;
  const auto millionths = [scale](double one) {
    return static_cast<std::uint32_t>(std::lround(one * scale * Chances::one));
  };
  return {number,
          {millionths(delay), millionths(duplicate), millionths(loss), millionths(crash),
           millionths(restart), millionths(cut), millionths(pause)}};
}

std::optional<Draws::Answer> Draws::take() {
  const auto next = answers_.find(taken_ + 1);
  if (next == answers_.end()) return std::nullopt;
  ++taken_;
  Answer out = std::move(next->second);
  answers_.erase(next);
  return out;
}

}  // namespace ldfi::app
