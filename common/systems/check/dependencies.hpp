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

/// Why a transaction depends on another one: ww, wr and rw for their writes and reads, rt for real
/// time. docs/reference/checkers.md defines the names.
enum class Why : std::uint8_t { ww, wr, rw, rt };

/// Kinds of cycles of dependencies, from the gravest to the least grave.
enum class Shape : std::uint8_t {
  g0,             ///< a cycle of writes that overwrite each other (ww)
  g1c,            ///< ww and wr, with at least one wr, no rw
  g_single,       ///< exactly one rw
  g_nonadjacent,  ///< several rw, but no two in a row
  g2              ///< at least one rw, possibly several in a row
};

/// The cycles that a consistency level excludes.
enum class Excluded : std::uint8_t {
  nonadjacent,  ///< all cycles without two rw in a row
  all           ///< all cycles
};

/// Thrown if judging a history exceeds the limit of work.
struct TooHard {};

/// Counts the work for judging one history, in the same way on every machine.
class Work {
 public:
  Work(std::uint64_t limit, Meter& meter) : limit_(limit), meter_(&meter) {}
  /// Counts steps. Throws TooHard if the limit is exceeded. Exceptions of the meter's check pass
  /// through.
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

/// The reason for an edge of the graph. Some edges are assumed: they exist only if the writer
/// `earlier` comes before the edge's target in the order of the versions of `key`. All other edges
/// exist in every order.
struct Label {
  Why why = Why::ww;
  std::uint32_t key = 0;
  std::uint32_t earlier = 0;
  bool assumed = false;
};

/// One edge of a cycle. The edge leads to the `from` of the next step, and the last edge to the
/// `from` of the first step.
struct Step {
  std::uint32_t from = 0;
  Label label{};
};
using Cycle = std::vector<Step>;

class Dependencies {
 public:
  Dependencies(std::size_t transactions, Work& work)
      : edges_(transactions), transactions_(transactions), work_(&work) {}

  /// Adds an edge. Does nothing if both ends are the same transaction.
  void add(std::uint32_t from, std::uint32_t to, Label label);
  /// Adds an edge rt for each pair of transactions if one returned before the other was invoked.
  /// Both lists are indexed by transaction. `returned` is `never` for a transaction from which no
  /// such edge starts.
  void add_real_time(const std::vector<std::int64_t>& invoked,
                     const std::vector<std::int64_t>& returned);
  static constexpr std::int64_t never = INT64_MAX;
  /// Adds an auxiliary vertex (relay) and returns its number. An edge to the relay stands for edges
  /// with the same label to all transactions of `to`.
  [[nodiscard]] std::uint32_t add_relay(const std::vector<std::uint32_t>& to);

  /// Returns a cycle of that shape with as few transactions as possible, or nullopt if there is
  /// none. The cycle may have edges rt only if `real_time` is true. Requires that no cycle of a
  /// graver shape exists with this `real_time`.
  [[nodiscard]] std::optional<Cycle> cycle(Shape shape, bool real_time) const;
  /// Returns at most `most` excluded cycles, each of minimal length among those through one of its
  /// transactions. Empty only if no excluded cycle exists.
  [[nodiscard]] std::vector<Cycle> cycles(Excluded excluded, std::size_t most) const;
  /// Returns the position of each transaction in an order that agrees with all edges. With
  /// `nonadjacent`, an edge rw counts only directly after another edge. Among several possible next
  /// transactions, the lowest number comes first. Requires that no excluded cycle exists.
  [[nodiscard]] std::vector<std::uint32_t> positions(Excluded excluded) const;

 private:
  struct Edge {
    std::uint32_t to = 0;
    /// True for an edge that leaves a relay. Its label is that of the edge that leads into the
    /// relay.
    bool passes = false;
    Label label{};
  };
  /// The kinds of edges that a search may use.
  struct Rules {
    bool apart = false;      ///< true if two rw in a row are not allowed
    bool real_time = false;  ///< true if edges rt (real time) are allowed
    bool reads = true;       ///< true if edges wr (the version read) are allowed
    bool anti = true;        ///< true if edges rw (a later version than the one read) are allowed
  };
  class Search;

  [[nodiscard]] static bool allowed(const Rules& rules, const Edge& edge);
  /// Returns the state to which an edge leads, or nullopt if the rules do not allow the edge. A
  /// state is twice the number of a vertex, plus 1 if rw led to the vertex and the next edge must
  /// not be rw.
  [[nodiscard]] static std::optional<std::uint32_t> follow(const Rules& rules, std::uint32_t state,
                                                           const Edge& edge);
  /// The strongly connected components of all states. `of` is the component of each state, `cyclic`
  /// says for each component whether it has a cycle.
  struct Components {
    std::vector<std::uint32_t> of;
    std::vector<bool> cyclic;
  };
  [[nodiscard]] Components components(const Rules& rules) const;

  /// Edges, indexed by the vertex that they leave. Transactions are the first vertices, followed by
  /// the auxiliary vertices (relays).
  std::vector<std::vector<Edge>> edges_;
  std::size_t transactions_;
  Work* work_;
};

}  // namespace ldfi::check
