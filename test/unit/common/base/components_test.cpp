#include "common/base/components.hpp"

#include <gtest/gtest.h>

#include "test/support/random.hpp"

namespace ldfi::test {
namespace {

struct Edges {
  using Cursor = std::size_t;
  [[nodiscard]] Cursor begin(std::uint32_t) const { return 0; }
  [[nodiscard]] std::optional<std::uint32_t> next(std::uint32_t node, Cursor& at) const {
    if (at == to[node].size()) return std::nullopt;
    return to[node][at++];
  }
  std::vector<std::vector<std::uint32_t>> to;
};

using Components = std::vector<std::vector<std::uint32_t>>;

Components components_of(const Edges& edges) {
  Components out;
  ldfi::Components<const Edges> walk(edges, edges.to.size());
  for (std::uint32_t n = 0; n < edges.to.size(); ++n) {
    walk.visit(n, [&](std::span<const std::uint32_t> c) { out.emplace_back(c.begin(), c.end()); });
  }
  return out;
}

TEST(Components, ComeAfterWhatTheyLeadTo) {
  EXPECT_EQ(components_of({{{1}, {2}, {}}}), (Components{{2}, {1}, {0}}));
  EXPECT_EQ(components_of({{{1}, {0, 2}, {2}}}), (Components{{2}, {1, 0}}));
}

TEST(Components, AreThoseThatReachEachOther) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const std::size_t nodes = 1 + random.below(9);
    Edges edges{std::vector<std::vector<std::uint32_t>>(nodes)};
    std::vector<std::vector<bool>> reaches(nodes, std::vector<bool>(nodes));
    for (std::size_t n = 0; n < nodes; ++n) {
      reaches[n][n] = true;
      for (std::size_t e = random.below(4); e > 0; --e) {
        const std::size_t to = random.below(nodes);
        edges.to[n].push_back(static_cast<std::uint32_t>(to));
        reaches[n][to] = true;
      }
    }
    for (std::size_t via = 0; via < nodes; ++via) {
      for (std::size_t from = 0; from < nodes; ++from) {
        for (std::size_t to = 0; to < nodes; ++to) {
          if (reaches[from][via] && reaches[via][to]) reaches[from][to] = true;
        }
      }
    }
    std::vector<std::size_t> number(nodes, nodes);
    const Components found = components_of(edges);
    for (std::size_t c = 0; c < found.size(); ++c) {
      for (const std::uint32_t n : found[c]) {
        EXPECT_EQ(number[n], nodes) << "in two components";
        number[n] = c;
      }
    }
    for (std::size_t a = 0; a < nodes; ++a) {
      for (std::size_t b = 0; b < nodes; ++b) {
        EXPECT_EQ(number[a] == number[b], reaches[a][b] && reaches[b][a]);
        if (reaches[a][b]) {
          EXPECT_GE(number[a], number[b]);
        }
      }
    }
  }
}

TEST(Components, ManyNodesInARowNeedNoStackOfTheProcess) {
  constexpr std::uint32_t nodes = 1'000'000;
  Edges edges{std::vector<std::vector<std::uint32_t>>(nodes)};
  for (std::uint32_t n = 0; n + 1 < nodes; ++n) edges.to[n].push_back(n + 1);
  EXPECT_EQ(components_of(edges).size(), nodes);
}

}  // namespace
}  // namespace ldfi::test
