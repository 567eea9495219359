#include "master/systems/double_runs.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ldfi::app {

using systems::Recording;
using systems::Result;

namespace {

std::string said(const Recording& recording, std::size_t event) {
  return event < recording.events.size() ? recording.events[event].said : "the end";
}

}  // namespace

bool is_sampled(std::size_t which, std::uint64_t millionths) {
  constexpr std::uint64_t all = 1'000'000;
  if (millionths == 0 || which < 2) return millionths > 0;
  return which * millionths / all > (which - 1) * millionths / all;
}

std::string difference(const Recording& one, const Recording& other) {
  if (other.result == Result::invalid) return "invalid the second time: " + other.why;
  const std::size_t count = std::max(one.events.size(), other.events.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (said(one, i) == said(other, i)) continue;
    return fmt::format("{} once, {} once", said(one, i), said(other, i));
  }
  const bool same = one.result == other.result && one.violated == other.violated;
  return same ? "" : "another verdict of the same history";
}

}  // namespace ldfi::app
