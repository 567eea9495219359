// Which transaction has to come before which, and the cycles in that [ADYA99 §3].
// Private to common/check.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::check {

/// Why one comes before another.
enum class Why : std::uint8_t {
  ww,  ///< it wrote the version before that of the other
  wr,  ///< the other read what it wrote
  rw,  ///< it read the version before that of the other
  rt   ///< it was over before the other began
};

/// Cycles that some promise excludes, from the gravest to the least. The first that there is names
/// the anomaly.
enum class Shape : std::uint8_t {
  g0,             ///< of ww
  g1c,            ///< of ww and wr, of which at least one is wr
  g_single,       ///< with one rw
  g_nonadjacent,  ///< with rw, and never two of them in a row
  g2              ///< with rw
};

/// Both name `from`, and the last step leads back to the first one's.
struct Step {
  std::uint32_t from = 0;
  Why why = Why::ww;
  std::uint32_t key = 0;
};

/// Looked for too long.
struct TooHard {};

class Dependencies {
 public:
  explicit Dependencies(std::size_t transactions) : edges_(transactions) {}

  /// From a transaction to itself: nothing is added.
  void add(std::uint32_t from, std::uint32_t to, Why why, std::uint32_t key);
  /// Who is over when, and began when; both by transaction. Nothing is over at `never`.
  void add_real_time(const std::vector<std::int64_t>& invoked,
                     const std::vector<std::int64_t>& returned);
  static constexpr std::int64_t never = INT64_MAX;

  /// A shortest cycle of that shape, rt aside; the first of them. With `real_time`, rt may be in it
  /// anywhere. Throws TooHard.
  [[nodiscard]] std::optional<std::vector<Step>> cycle(Shape shape, bool real_time);

 private:
  struct Edge {
    std::uint32_t to = 0;
    Why why = Why::ww;
    std::uint32_t key = 0;
  };
  [[nodiscard]] static bool allowed(Shape shape, bool real_time, Why why);
  /// Whether a vertex may lie on a cycle.
  [[nodiscard]] std::vector<bool> on_cycles(Shape shape, bool real_time) const;
  [[nodiscard]] std::optional<std::vector<Step>> around(std::uint32_t from, const Edge& first,
                                                        Shape shape, bool real_time,
                                                        const std::vector<bool>& in);
  void count(std::size_t steps);

  /// By vertex: transactions, and behind them moments at which one was over, in order.
  std::vector<std::vector<Edge>> edges_;
  std::size_t transactions_ = edges_.size();
  std::size_t steps_ = 0;
};

}  // namespace ldfi::check
