// Compares the cycles found in small random graphs with an enumeration of all simple cycles.
#include "common/systems/check/dependencies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

namespace ldfi::check {
namespace {

struct Arrow {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Why why = Why::ww;
};

struct Graph {
  std::uint32_t size = 0;
  std::vector<Arrow> arrows;
  std::vector<std::int64_t> invoked;
  std::vector<std::int64_t> returned;
};

Graph random_graph(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  Graph out{3 + below(4), {}, {}, {}};
  for (std::uint32_t left = out.size + below(5); left > 0; --left) {
    const Arrow arrow{below(out.size), below(out.size), static_cast<Why>(std::min(below(4), 2U))};
    if (arrow.from != arrow.to) out.arrows.push_back(arrow);
  }
  for (std::uint32_t i = 0; i < out.size; ++i) {
    out.invoked.push_back(below(20));
    out.returned.push_back(below(4) == 0 ? Dependencies::never : out.invoked.back() + below(8));
  }
  return out;
}

/// Returns the gravest shape that a cycle with these edges has.
Shape shape_of(const std::vector<Why>& cycle) {
  const auto count = [&](Why why) { return std::ranges::count(cycle, why); };
  if (count(Why::rw) == 1) return Shape::g_single;
  if (count(Why::rw) == 0) return count(Why::wr) == 0 ? Shape::g0 : Shape::g1c;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Why next = cycle[(i + 1) % cycle.size()];
    if (cycle[i] == Why::rw && next == Why::rw) return Shape::g2;
  }
  return Shape::g_nonadjacent;
}

/// Returns the length of the shortest simple cycle of each shape.
std::map<Shape, std::size_t> shortest(const Graph& graph, bool real_time) {
  std::vector<Arrow> arrows = graph.arrows;
  for (std::uint32_t i = 0; real_time && i < graph.size; ++i) {
    for (std::uint32_t j = 0; j < graph.size; ++j) {
      if (graph.returned[i] < graph.invoked[j]) arrows.push_back({i, j, Why::rt});
    }
  }
  std::map<Shape, std::size_t> out;
  std::vector<std::uint32_t> path;
  std::vector<Why> why;
  const std::function<void(std::uint32_t)> walk = [&](std::uint32_t at) {
    for (const Arrow& arrow : arrows) {
      if (arrow.from != at || arrow.to < path.front()) continue;
      why.push_back(arrow.why);
      if (arrow.to == path.front() && std::ranges::count(why, Why::rt) < std::ssize(why)) {
        const auto [best, fresh] = out.emplace(shape_of(why), why.size());
        best->second = std::min(best->second, why.size());
      } else if (std::ranges::find(path, arrow.to) == path.end()) {
        path.push_back(arrow.to);
        walk(arrow.to);
        path.pop_back();
      }
      why.pop_back();
    }
  };
  for (std::uint32_t i = 0; i < graph.size; ++i) {
    path = {i};
    walk(i);
  }
  return out;
}

Dependencies built(const Graph& graph, Work& work, bool real_time) {
  Dependencies out(graph.size, work);
  for (const Arrow& arrow : graph.arrows) out.add(arrow.from, arrow.to, {.why = arrow.why});
  if (real_time) out.add_real_time(graph.invoked, graph.returned);
  return out;
}

std::vector<Why> kinds(const Cycle& cycle) {
  std::vector<Why> out;
  for (const Step& step : cycle) out.push_back(step.label.why);
  return out;
}

bool excludes(Excluded excluded, Shape shape) {
  return excluded == Excluded::all || shape != Shape::g2;
}

TEST(Dependencies, TheFirstCycleIsAShortestOfItsKind) {
  Meter meter;
  Work work(~0ULL, meter);
  std::map<Shape, int> seen;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const Graph graph = random_graph(seed);
    for (const bool real_time : {false, true}) {
      const auto right = shortest(graph, real_time);
      const Dependencies built_graph = built(graph, work, real_time);
      for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(Shape::g2); ++i) {
        const auto shape = static_cast<Shape>(i);
        const auto found = built_graph.cycle(shape, real_time);
        ASSERT_EQ(found.has_value(), right.contains(shape)) << seed;
        if (!found) continue;
        ASSERT_EQ(found->size(), right.at(shape)) << seed;
        ASSERT_EQ(shape_of(kinds(*found)), shape) << seed;
        ++seen[shape];
        break;  // cycle() may only be called for the gravest shape that occurs
      }
    }
  }
  for (const auto& [shape, count] : seen) EXPECT_GT(count, 3) << static_cast<int>(shape);
  EXPECT_EQ(seen.size(), 5U);
}

TEST(Dependencies, ExcludedCyclesAreFoundOrAnOrderExists) {
  Meter meter;
  Work work(~0ULL, meter);
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const Graph graph = random_graph(seed);
    const auto right = shortest(graph, true);
    const Dependencies built_graph = built(graph, work, true);
    for (const Excluded excluded : {Excluded::nonadjacent, Excluded::all}) {
      const bool any = std::ranges::any_of(
          right, [&](const auto& one) { return excludes(excluded, one.first); });
      const auto found = built_graph.cycles(excluded, 3);
      ASSERT_EQ(!found.empty(), any) << seed;
      ASSERT_LE(found.size(), 3U);
      if (any) continue;
      const auto positions = built_graph.positions(excluded);
      for (const Arrow& arrow : graph.arrows) {
        if (excluded == Excluded::nonadjacent && arrow.why == Why::rw) continue;
        ASSERT_LT(positions[arrow.from], positions[arrow.to]) << seed;
      }
    }
  }
}

TEST(Dependencies, WorkIsBounded) {
  Meter meter;
  Work work(100, meter);
  Dependencies graph(1000, work);
  EXPECT_THROW((void)graph.cycle(Shape::g0, false), TooHard);
}

}  // namespace
}  // namespace ldfi::check
