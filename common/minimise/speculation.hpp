// Delta debugging whose tests the caller executes, several at once and in any order. An answer
// counts only when ddmin, which tests one set after the other, requests it. So the result and the
// number of tests that count do not depend on the number of workers. Sets are tested early if ddmin
// will request them when the running tests end as expected. A set is expected to fail if it
// contains all elements that the failing sets so far have in common. Next come the sets that ddmin
// requests if the first running test ends otherwise, then the second, and so on.
//
//   Speculation path(all, most);
//   while (!path.finished()) { while (auto some = path.next()) begin(*some); path.answer(…); }
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "common/minimise/ddmin.hpp"

namespace ldfi::minimise {

class Speculation {
 public:
  /// Requires that `all` is ascending and fails, which is not tested again. The result uses at most
  /// `most` tests.
  Speculation(Elements all, std::uint64_t most);

  /// Returns a set to test that was not returned before, or nullopt if another answer is needed
  /// first.
  std::optional<Elements> next();
  /// Takes the result of testing a set that next() returned. Must be called once for each set.
  void answer(const Elements& some, bool fails);

  [[nodiscard]] bool finished() const { return cut_short_ || path_.done(); }
  /// Returns the smallest set that is known to fail. The set is 1-minimal if finished() is true
  /// and cut_short() is false.
  [[nodiscard]] const Elements& result() const { return path_.result(); }
  /// Returns true if the search ended early because the result would use too many tests.
  [[nodiscard]] bool cut_short() const { return cut_short_; }
  /// Returns the number of answered tests that the result uses. One worker would make the same
  /// tests.
  [[nodiscard]] std::uint64_t tests() const { return tests_; }
  /// Returns the number of answered tests that the result does not use so far.
  [[nodiscard]] std::uint64_t wasted() const { return known_.size() - tests_; }

 private:
  /// Follows ddmin to a set that was not handed out, with known answers and with expected answers
  /// for running tests. Running tests are numbered in the order in which ddmin requests them; the
  /// test with the number `unlikely` gets the opposite answer. Returns nullopt if ddmin ends before
  /// such a set.
  [[nodiscard]] std::optional<Elements> walk(std::size_t unlikely) const;
  void go_on();

  Elements common_;  ///< elements that all failing sets so far have in common

  DeltaDebugging path_;  ///< state of ddmin before the first test that has no answer
  std::uint64_t most_;
  std::map<Elements, bool> known_;
  std::set<Elements> under_way_;
  std::set<Elements> counted_;
  bool nothing_new_ = false;  ///< true if no set can be handed out before the next answer
  bool cut_short_ = false;
  std::uint64_t tests_ = 0;
};

}  // namespace ldfi::minimise
