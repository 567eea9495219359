// The graph of dependencies between transactions, and its cycles [ADYA99 §3].
// Private to common/systems/check.
//
//   Dependencies graph(3, work);
//   graph.add(0, 1, {.why = Why::wr, .key = 4});
//   if (const auto cycle = graph.cycle(Shape::g1c, false)) …
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/meter.hpp"

namespace ldfi::check {

/// The reason why one transaction depends on another: docs/reference/checkers.md defines the names.
enum class Why : std::uint8_t { ww, wr, rw, rt };

/// Kinds of cycles, from the gravest to the least grave.
enum class Shape : std::uint8_t {
  g0,             ///< ww only
  g1c,            ///< ww and wr, at least one wr
  g_single,       ///< one rw
  g_nonadjacent,  ///< several rw, and no two of them are neighbours
  g2              ///< at least one rw
};

/// The cycles that a level excludes.
enum class Excluded : std::uint8_t {
  nonadjacent,  ///< all cycles without two neighbouring rw
  all           ///< all cycles
};

/// Thrown when a judgement exceeds its budget of work.
struct TooHard {};

/// Counts the work of one judgement, the same on every machine.
class Work {
 public:
  Work(std::uint64_t limit, Meter& meter) : limit_(limit), meter_(&meter) {}
  /// Throws TooHard beyond the limit. Exceptions of the meter's check pass through.
  void count(std::uint64_t steps);
  /// Calls the meter's check. Its exceptions pass through.
  void check() const { meter_->check(); }

 private:
  static constexpr std::uint64_t steps_per_tick = 16;
  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  std::uint64_t ticks_ = 0;
  Meter* meter_;
};

/// Label of an edge. An assumed edge holds only in version orders of `key` that have `earlier` before the
/// edge's target; every other edge holds in all orders.
struct Label {
  Why why = Why::ww;
  std::uint32_t key = 0;
  std::uint32_t earlier = 0;
  bool assumed = false;
};

/// One edge of a cycle; it leads to the `from` of the next step, the last one to that of the first.
struct Step {
  std::uint32_t from = 0;
  Label label{};
};
using Cycle = std::vector<Step>;

class Dependencies {
 public:
  Dependencies(std::size_t transactions, Work& work)
      : edges_(transactions), transactions_(transactions), work_(&work) {}

  /// Adds no edge from a transaction to itself.
  void add(std::uint32_t from, std::uint32_t to, Label label);
  /// Adds rt for all pairs. `returned` is `never` for a transaction that nothing has to follow. Both lists
  /// are by transaction.
  void add_real_time(const std::vector<std::int64_t>& invoked,
                     const std::vector<std::int64_t>& returned);
  static constexpr std::int64_t never = INT64_MAX;
  /// Returns a relay: an edge to it stands for edges to all of `to`, with the same label.
  [[nodiscard]] std::uint32_t add_relay(const std::vector<std::uint32_t>& to);

  /// Returns a shortest cycle of that shape, counted in transactions, or nullopt if there is none. Without
  /// `real_time` no edge is rt; with it, any number of edges is. Requires that no graver shape occurs
  /// under the same `real_time`.
  [[nodiscard]] std::optional<Cycle> cycle(Shape shape, bool real_time) const;
  /// Returns up to `most` excluded cycles, a shortest one through each of some transactions. Empty if and
  /// only if there are no excluded cycles.
  [[nodiscard]] std::vector<Cycle> cycles(Excluded excluded, std::size_t most) const;
  /// Returns the position of each transaction in an order that fits all edges, except that for
  /// `nonadjacent` only rw after another edge counts. Of the transactions that may come next, the one with
  /// the lowest number does. Requires that there are no excluded cycles.
  [[nodiscard]] std::vector<std::uint32_t> positions(Excluded excluded) const;

 private:
  struct Edge {
    std::uint32_t to = 0;
    bool passes =
        false;  ///< true if the edge leaves a relay: its label is that of the edge into the relay
    Label label{};
  };
  /// Edges that a search may use.
  struct Rules {
    bool apart = false;      ///< true if two rw must not be neighbours
    bool real_time = false;  ///< true if rt is allowed
    bool reads = true;       ///< true if wr is allowed
    bool anti = true;        ///< true if rw is allowed
  };
  class Search;

  [[nodiscard]] static bool allowed(const Rules& rules, const Edge& edge);
  /// A state is twice a vertex, plus 1 if the state was reached by rw and the next edge must not be rw.
  /// Returns the state that an edge leads to, or nullopt if the edge cannot be used.
  [[nodiscard]] static std::optional<std::uint32_t> follow(const Rules& rules, std::uint32_t state,
                                                           const Edge& edge);
  /// The strongly connected components of the states. `of` is by state, `cyclic` by component.
  struct Components {
    std::vector<std::uint32_t> of;
    std::vector<bool> cyclic;
  };
  [[nodiscard]] Components components(const Rules& rules) const;

  /// Edges by vertex. The transactions are the first vertices, the relays follow.
  std::vector<std::vector<Edge>> edges_;
  std::size_t transactions_;
  Work* work_;
};

}  // namespace ldfi::check
