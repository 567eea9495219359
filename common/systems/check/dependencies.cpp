// Searches for cycles of dependencies between transactions. A state of the search is a vertex of
// the graph, plus a bit that says if an edge rw led to it. The bit is needed because some searches
// must not use two rw in a row. Besides transactions, the graph has auxiliary vertices (relays),
// for example for moments of real time. So n transactions need about n edges for real time, not n².
// Edges that leave a relay have length 0, so that the length of a path is its number of
// transactions.
#include "common/systems/check/dependencies.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>

namespace ldfi::check {

void Work::count(std::uint64_t steps) {
  used_ += steps;
  if (used_ > limit_) throw TooHard{};
  for (; ticks_ < used_ / steps_per_tick; ++ticks_) meter_->step();
}

void Dependencies::add(std::uint32_t from, std::uint32_t to, Label label) {
  work_->count(1);
  if (from != to) edges_[from].push_back({to, false, label});
}

std::uint32_t Dependencies::add_relay(const std::vector<std::uint32_t>& to) {
  work_->count(1 + to.size());
  const auto relay = static_cast<std::uint32_t>(edges_.size());
  edges_.emplace_back();
  for (const std::uint32_t one : to) edges_[relay].push_back({one, true, {}});
  return relay;
}

void Dependencies::add_real_time(const std::vector<std::int64_t>& invoked,
                                 const std::vector<std::int64_t>& returned) {
  std::vector<std::uint32_t> over;
  for (std::uint32_t i = 0; i < transactions_; ++i) {
    if (returned[i] != never) over.push_back(i);
  }
  std::ranges::stable_sort(over, {}, [&](std::uint32_t i) { return returned[i]; });
  const auto moments = static_cast<std::uint32_t>(edges_.size());
  for (std::uint32_t i = 0; i < over.size(); ++i) {
    const std::uint32_t moment = add_relay({});
    add(over[i], moment, {.why = Why::rt});
    if (i > 0) edges_[moment - 1].push_back({moment, true, {}});
  }
  for (std::uint32_t i = 0; i < transactions_; ++i) {
    const auto first = std::ranges::lower_bound(over, invoked[i], {},
                                                [&](std::uint32_t one) { return returned[one]; });
    const auto before = static_cast<std::uint32_t>(first - over.begin());
    if (before > 0) edges_[moments + before - 1].push_back({i, true, {}});
  }
}

bool Dependencies::allowed(const Rules& rules, const Edge& edge) {
  if (edge.passes) return true;
  if (edge.label.why == Why::rt) return rules.real_time;
  if (edge.label.why == Why::wr) return rules.reads;
  return edge.label.why == Why::ww || rules.anti;
}

std::optional<std::uint32_t> Dependencies::follow(const Rules& rules, std::uint32_t state,
                                                  const Edge& edge) {
  if (edge.passes) return 2 * edge.to + state % 2;
  if (!allowed(rules, edge)) return std::nullopt;
  const bool anti = edge.label.why == Why::rw;
  if (anti && state % 2 == 1) return std::nullopt;
  return 2 * edge.to + (rules.apart && anti ? 1 : 0);
}

/// Computes the strongly connected components by Tarjan's algorithm, without recursion.
Dependencies::Components Dependencies::components(const Rules& rules) const {
  constexpr std::uint32_t none = ~0U;
  const auto states = static_cast<std::uint32_t>(2 * edges_.size());
  std::vector<std::uint32_t> number(states, none);
  std::vector<std::uint32_t> low(states, none);
  Components out{std::vector<std::uint32_t>(states, none), {}};
  std::vector<std::uint32_t> stack;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> calls;  // pairs of a state and the next of
                                                               // its edges to follow
  std::uint32_t next = 0;
  const auto enter = [&](std::uint32_t state) {
    number[state] = low[state] = next++;
    stack.push_back(state);
    calls.emplace_back(state, 0);
  };
  const auto leave = [&](std::uint32_t state) {
    if (low[state] != number[state]) return;
    const auto component = static_cast<std::uint32_t>(out.cyclic.size());
    out.cyclic.push_back(stack.back() != state);
    while (out.of[state] == none) {
      out.of[stack.back()] = component;
      stack.pop_back();
    }
  };
  for (std::uint32_t root = 0; root < states; ++root) {
    if (number[root] != none) continue;
    enter(root);
    while (!calls.empty()) {
      auto& [state, edge] = calls.back();
      const auto& edges = edges_[state / 2];
      if (edge == edges.size()) {
        const std::uint32_t done = state;
        work_->count(1 + edges.size());
        calls.pop_back();
        if (!calls.empty()) low[calls.back().first] = std::min(low[calls.back().first], low[done]);
        leave(done);
        continue;
      }
      const auto to = follow(rules, state, edges[edge++]);
      if (!to) continue;
      if (number[*to] == none) {
        enter(*to);
      } else if (out.of[*to] == none) {
        low[state] = std::min(low[state], number[*to]);
      }
    }
  }
  return out;
}

/// Finds shortest paths from a transaction back to itself, within one strongly connected component.
class Dependencies::Search {
 public:
  Search(const Dependencies& graph, const Components& components)
      : graph_(graph), components_(components), seen_(components.of.size()) {}

  [[nodiscard]] bool may_have_cycle(std::uint32_t from) const {
    return components_.cyclic[components_.of[2 * from]];
  }

  /// Returns a shortest cycle with fewer than `bound` transactions that begins at `from`. `first`
  /// must allow its first edge, and `rest` all other edges. Returns nullopt if no cycle is that
  /// short.
  template <class First>
  std::optional<Cycle> around(std::uint32_t from, const Rules& all, const Rules& rest,
                              std::size_t bound, First first) {
    ++round_;
    next_.clear();
    const std::uint32_t start = 2 * from;
    for (const Edge& edge : graph_.edges_[from]) {
      if (first(edge)) reach(start, 0, edge, all);
    }
    while (!next_.empty()) {
      const auto [now, distance] = next_.front();
      next_.pop_front();
      if (distance != seen_[now].distance) continue;
      if (distance >= bound) return std::nullopt;
      if (now == start) return way(start);
      graph_.work_->count(1 + graph_.edges_[now / 2].size());
      for (const Edge& edge : graph_.edges_[now / 2]) reach(now, distance, edge, rest);
    }
    return std::nullopt;
  }

 private:
  struct Seen {
    std::uint64_t round = 0;
    std::size_t distance = 0;
    std::uint32_t from = 0;
    const Edge* edge = nullptr;
  };

  void reach(std::uint32_t now, std::size_t distance, const Edge& edge, const Rules& rules) {
    const auto to = follow(rules, now, edge);
    if (!to || components_.of[*to] != components_.of[now]) return;
    if (!edge.passes) ++distance;
    Seen& seen = seen_[*to];
    if (seen.round == round_ && seen.distance <= distance) return;
    seen = {round_, distance, now, &edge};
    edge.passes ? next_.emplace_front(*to, distance) : next_.emplace_back(*to, distance);
  }

  [[nodiscard]] Cycle way(std::uint32_t start) const {
    Cycle out;
    std::uint32_t at = start;
    do {
      const Seen& seen = seen_[at];
      if (!seen.edge->passes) out.push_back({seen.from / 2, seen.edge->label});
      at = seen.from;
    } while (at != start);
    std::ranges::reverse(out);
    return out;
  }

  const Dependencies& graph_;
  const Components& components_;
  std::vector<Seen> seen_;
  std::deque<std::pair<std::uint32_t, std::size_t>> next_;
  std::uint64_t round_ = 0;
};

std::optional<Cycle> Dependencies::cycle(Shape shape, bool real_time) const {
  const Rules all{.apart = shape == Shape::g_nonadjacent,
                  .real_time = real_time,
                  .reads = shape != Shape::g0,
                  .anti = shape > Shape::g1c};
  Rules rest = all;
  if (shape == Shape::g_single) rest.anti = false;
  // Every cycle of this shape has an edge of this kind. A cycle without such an edge has a graver
  // shape.
  const Why needed = shape == Shape::g0 ? Why::ww : shape == Shape::g1c ? Why::wr : Why::rw;
  const Components parts = components(all);
  Search search(*this, parts);
  std::optional<Cycle> best;
  for (std::uint32_t from = 0; from < transactions_; ++from) {
    if (!search.may_have_cycle(from)) continue;
    auto found = search.around(
        from, all, rest, best ? best->size() : ~std::size_t{0},
        [needed](const Edge& edge) { return !edge.passes && edge.label.why == needed; });
    if (found) best = std::move(found);
    if (best && best->size() == 2) break;
  }
  return best;
}

std::vector<Cycle> Dependencies::cycles(Excluded excluded, std::size_t most) const {
  const Rules rules{.apart = excluded == Excluded::nonadjacent, .real_time = true};
  const Components parts = components(rules);
  Search search(*this, parts);
  std::vector<Cycle> out;
  for (std::uint32_t from = 0; from < transactions_ && out.size() < most; ++from) {
    if (!search.may_have_cycle(from)) continue;
    auto found = search.around(from, rules, rules, ~std::size_t{0},
                               [](const Edge& /*any*/) { return true; });
    if (found) out.push_back(std::move(*found));
  }
  return out;
}

std::vector<std::uint32_t> Dependencies::positions(Excluded excluded) const {
  const Rules rules{.apart = excluded == Excluded::nonadjacent, .real_time = true};
  const auto states = static_cast<std::uint32_t>(2 * edges_.size());
  std::vector<std::uint32_t> waits(states, 0);
  const auto each = [&](std::uint32_t state, const auto& use) {
    for (const Edge& edge : edges_[state / 2]) {
      if (const auto to = follow(rules, state, edge)) use(*to);
    }
  };
  for (std::uint32_t state = 0; state < states; state += rules.apart ? 1 : 2) {
    each(state, [&](std::uint32_t to) { ++waits[to]; });
  }
  using Ready = std::pair<std::uint32_t, std::uint32_t>;  // pairs of the priority of a state and
                                                          // the state
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  const auto release = [&](std::uint32_t state) {
    ready.emplace(state / 2 < transactions_ ? state / 2 + 1 : 0, state);
  };
  for (std::uint32_t state = 0; state < states; state += rules.apart ? 1 : 2) {
    if (waits[state] == 0) release(state);
  }
  std::vector<std::uint32_t> out(edges_.size(), 0);
  for (std::uint32_t position = 0; !ready.empty(); ++position) {
    const std::uint32_t state = ready.top().second;
    ready.pop();
    out[state / 2] = position;
    work_->count(1 + edges_[state / 2].size());
    each(state, [&](std::uint32_t to) {
      if (--waits[to] == 0) release(to);
    });
  }
  out.resize(transactions_);
  return out;
}

}  // namespace ldfi::check
