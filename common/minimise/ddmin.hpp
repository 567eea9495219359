// Delta debugging [ZH02]. The algorithm reduces a set that fails a test to a 1-minimal part that
// fails: without any one of its elements, the part does not fail. Complements of parts are tested,
// too. The ddmin of 1999 takes the union of two halves instead, which need not fail if the halves
// interfere.
//
//   Elements few = ddmin(all, [&](const Elements& some) { return violates(run(some)); });
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ldfi::minimise {

/// A set of numbers, in ascending order.
using Elements = std::vector<std::uint32_t>;
using Fails = std::function<bool(const Elements&)>;

/// Returns {0 … count−1}.
[[nodiscard]] Elements all_elements(std::size_t count);

/// Delta debugging as a sequence of tests that the caller executes, one after the other. Requires
/// that `all` is ascending, and that it fails.
class DeltaDebugging {
 public:
  explicit DeltaDebugging(Elements all);

  [[nodiscard]] bool done() const { return phase_ == Phase::done; }
  /// Returns the next set to test, which may equal an earlier one. Requires that done() is false.
  [[nodiscard]] Elements test() const;
  /// Takes the result of the test: true if the set of test() fails.
  void answer(bool fails);
  /// Returns the smallest set that is known to fail.
  [[nodiscard]] const Elements& result() const { return now_; }

 private:
  enum class Phase : std::uint8_t { nothing, part, complement, done };

  void begin(std::size_t parts);
  [[nodiscard]] Elements part() const;

  Elements now_;
  Phase phase_ = Phase::nothing;
  std::size_t parts_ = 2;
  std::size_t which_ = 0;  ///< index of the current part among `parts_` parts
};

/// Returns a 1-minimal part of `all` that fails. Requires that `all` is ascending and fails, which
/// is not tested again. Tests each set once: at most n² + 3n tests for n elements [ZH02], and one
/// test for no elements. Throws what `fails` throws.
[[nodiscard]] Elements ddmin(Elements all, const Fails& fails);

/// Returns the next subset of {0 … n−1} after `some` in lexicographic order, among those of the
/// same size. Returns nullopt if `some` is the last one. Requires that `some` is such a subset.
[[nodiscard]] std::optional<Elements> next_subset(std::uint32_t n, Elements some);

/// Calls `take` with the subsets of {0 … n−1} that have `size` elements, in lexicographic order,
/// until `take` returns true. Returns true if `take` returned true.
bool each_subset(std::uint32_t n, std::uint32_t size,
                 const std::function<bool(const Elements&)>& take);

}  // namespace ldfi::minimise
