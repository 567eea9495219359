// Delta debugging [ZH02]: from a set that fails to a part of it that fails and is 1-minimal, which
// means that it fails no more without any one of its elements. With complements, unlike ddmin of
// 1999, whose union of two halves need not fail where they interfere.
//
//   Elements few = ddmin(all, [&](const Elements& some) { return violates(run(some)); });
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ldfi::minimise {

/// Ascending.
using Elements = std::vector<std::uint32_t>;
using Fails = std::function<bool(const Elements&)>;

/// {0 … count−1}
[[nodiscard]] Elements all_elements(std::size_t count);

/// ddmin, one test after the other, for whoever executes them. Requires that `all`, ascending, fails.
class DeltaDebugging {
 public:
  explicit DeltaDebugging(Elements all);

  [[nodiscard]] bool done() const { return phase_ == Phase::done; }
  /// The set to test; it may have been one before. Precondition: not done.
  [[nodiscard]] Elements test() const;
  /// Whether that fails.
  void answer(bool fails);
  /// The smallest set that fails, until now.
  [[nodiscard]] const Elements& result() const { return now_; }

 private:
  enum class Phase : std::uint8_t { nothing, part, complement, done };

  void begin(std::size_t parts);
  [[nodiscard]] Elements part() const;

  Elements now_;
  Phase phase_ = Phase::nothing;
  std::size_t parts_ = 2;
  std::size_t which_ = 0;  ///< of so many parts
};

/// Requires that `all`, ascending, fails, which is not tested again. Each set is tested once; there are at most
/// n² + 3n tests of n elements [ZH02], and one of no elements. What `fails` throws, it throws.
[[nodiscard]] Elements ddmin(Elements all, const Fails& fails);

/// Returns the set after `some` among all subsets of {0 … n−1} of its size, in lexicographic order, or nullopt if
/// `some` is the last one. Requires that `some` is such a set.
[[nodiscard]] std::optional<Elements> next_subset(std::uint32_t n, Elements some);

/// All subsets of {0 … n−1} of `size` elements in lexicographic order, until `take` says true; true
/// if it does.
bool each_subset(std::uint32_t n, std::uint32_t size,
                 const std::function<bool(const Elements&)>& take);

}  // namespace ldfi::minimise
