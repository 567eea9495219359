// Breadth first, from each edge that such a cycle must have, back to where it began. Moments are
// vertices of their own, so that n transactions need n edges of real time and not n².
#include "common/check/dependencies.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

namespace ldfi::check {
namespace {

constexpr std::size_t most_steps = 50'000'000;

/// The edge without which it is no such cycle, or a graver one.
Why needed(Shape shape) {
  if (shape == Shape::g0) return Why::ww;
  return shape == Shape::g1c ? Why::wr : Why::rw;
}

}  // namespace

void Dependencies::add(std::uint32_t from, std::uint32_t to, Why why, std::uint32_t key) {
  if (from == to) return;
  edges_[from].push_back({to, why, key});
  count(1);
}

void Dependencies::add_real_time(const std::vector<std::int64_t>& invoked,
                                 const std::vector<std::int64_t>& returned) {
  std::vector<std::uint32_t> over;
  for (std::uint32_t i = 0; i < transactions_; ++i) {
    if (returned[i] != never) over.push_back(i);
  }
  std::ranges::stable_sort(over, {}, [&](std::uint32_t i) { return returned[i]; });
  const auto moments = static_cast<std::uint32_t>(edges_.size());
  edges_.resize(edges_.size() + over.size());
  for (std::uint32_t i = 0; i < over.size(); ++i) {
    edges_[over[i]].push_back({moments + i, Why::rt, 0});
    if (i > 0) edges_[moments + i - 1].push_back({moments + i, Why::rt, 0});
  }
  for (std::uint32_t i = 0; i < transactions_; ++i) {
    const auto first = std::ranges::lower_bound(over, invoked[i], {},
                                                [&](std::uint32_t one) { return returned[one]; });
    const auto before = static_cast<std::uint32_t>(first - over.begin());
    if (before > 0) edges_[moments + before - 1].push_back({i, Why::rt, 0});
  }
}

bool Dependencies::allowed(Shape shape, bool real_time, Why why) {
  if (why == Why::rt) return real_time;
  if (why == Why::rw) return shape > Shape::g1c;
  return why == Why::ww || shape != Shape::g0;
}

void Dependencies::count(std::size_t steps) {
  steps_ += steps;
  if (steps_ > most_steps) throw TooHard{};
}

std::vector<bool> Dependencies::on_cycles(Shape shape, bool real_time) const {
  std::vector<std::vector<std::uint32_t>> into(edges_.size());
  std::vector<std::size_t> out(edges_.size(), 0);
  for (std::uint32_t from = 0; from < edges_.size(); ++from) {
    for (const Edge& edge : edges_[from]) {
      if (!allowed(shape, real_time, edge.why)) continue;
      ++out[from];
      into[edge.to].push_back(from);
    }
  }
  std::vector<bool> in(edges_.size(), true);
  std::vector<std::uint32_t> ends;
  for (std::uint32_t i = 0; i < edges_.size(); ++i) {
    if (out[i] == 0) ends.push_back(i);
  }
  while (!ends.empty()) {
    const std::uint32_t end = ends.back();
    ends.pop_back();
    in[end] = false;
    for (const std::uint32_t from : into[end]) {
      if (--out[from] == 0) ends.push_back(from);
    }
  }
  return in;
}

std::optional<std::vector<Step>> Dependencies::around(std::uint32_t from, const Edge& first,
                                                      Shape shape, bool real_time,
                                                      const std::vector<bool>& in) {
  // States: a vertex, and whether rw led there, which matters if no two of them may meet.
  const bool apart = shape == Shape::g_nonadjacent;
  const auto state = [apart](std::uint32_t vertex, Why why) {
    return 2 * vertex + (apart && why == Why::rw ? 1U : 0U);
  };
  struct Came {
    std::uint32_t state = ~0U;
    Why why = Why::ww;
    std::uint32_t key = 0;
  };
  std::vector<Came> came(2 * edges_.size());
  const std::uint32_t begin = state(first.to, first.why);
  const std::uint32_t end = 2 * from;
  std::deque<std::uint32_t> next{begin};
  came[begin].state = begin;
  while (!next.empty() && came[end].state == ~0U) {
    const std::uint32_t now = next.front();
    next.pop_front();
    count(1 + edges_[now / 2].size());
    for (const Edge& edge : edges_[now / 2]) {
      if (!in[edge.to] || !allowed(shape, real_time, edge.why)) continue;
      if (edge.why == Why::rw && (shape == Shape::g_single || now % 2 == 1)) continue;
      const std::uint32_t to = state(edge.to, edge.why);
      if (came[to].state != ~0U) continue;
      came[to] = {now, edge.why, edge.key};
      next.push_back(to);
    }
  }
  if (came[end].state == ~0U) return std::nullopt;
  std::vector<Step> back;
  for (std::uint32_t at = end; at != begin; at = came[at].state) {
    back.push_back({came[at].state / 2, came[at].why, came[at].key});
  }
  back.push_back({from, first.why, first.key});
  std::ranges::reverse(back);
  return back;
}

std::optional<std::vector<Step>> Dependencies::cycle(Shape shape, bool real_time) {
  const std::vector<bool> in = on_cycles(shape, real_time);
  std::optional<std::vector<Step>> best;
  for (std::uint32_t from = 0; from < transactions_; ++from) {
    if (!in[from]) continue;
    for (const Edge& edge : edges_[from]) {
      if (edge.why != needed(shape) || !in[edge.to]) continue;
      count(2 * edges_.size() / 16);  // what `around` clears
      auto found = around(from, edge, shape, real_time, in);
      if (!found) continue;
      std::erase_if(*found, [this](const Step& step) { return step.from >= transactions_; });
      if (!best || found->size() < best->size()) best = std::move(found);
      if (best->size() == 2) return best;
    }
  }
  return best;
}

}  // namespace ldfi::check
