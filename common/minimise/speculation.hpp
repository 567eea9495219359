// Delta debugging whose tests others execute, several at once and in any order. An answer counts only when
// ddmin, which tests one set after the other, comes to ask for it: so the result and the number of tests
// that count are the same for any number of workers. What is tested ahead is what ddmin asks next if tests
// turn out as is likely: a set fails if it has all that the sets which failed so far have in common. Then comes
// what it asks if the first test under way turns out otherwise, or the second, and so on.
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
  /// `all`, ascending, fails, which is not tested again. `most`: tests that may count.
  Speculation(Elements all, std::uint64_t most);

  /// A set to test that was not handed out yet; nothing: there is none before the next answer.
  std::optional<Elements> next();
  /// Of a set that next() gave, once.
  void answer(const Elements& some, bool fails);

  [[nodiscard]] bool finished() const { return cut_short_ || path_.done(); }
  /// The smallest set that is known to fail: 1-minimal if it is finished and not `cut_short`.
  [[nodiscard]] const Elements& result() const { return path_.result(); }
  /// It ended because no more tests may count.
  [[nodiscard]] bool cut_short() const { return cut_short_; }
  /// Tests that count, of those answered.
  [[nodiscard]] std::uint64_t tests() const { return tests_; }
  /// Those that do not, until now.
  [[nodiscard]] std::uint64_t wasted() const { return known_.size() - tests_; }

 private:
  /// Goes the way of ddmin by what is known, and else by what is likely, to a set that was not handed out. Of
  /// tests under way, in the order in which ddmin asks for them, the one with this number turns out otherwise.
  [[nodiscard]] std::optional<Elements> walk(std::size_t unlikely) const;
  void go_on();

  Elements common_;  ///< what all sets that are known to fail have in common

  DeltaDebugging path_;  ///< before the first test that was not answered
  std::uint64_t most_;
  std::map<Elements, bool> known_;
  std::set<Elements> under_way_;
  std::set<Elements> counted_;
  bool nothing_new_ = false;  ///< until the next answer
  bool cut_short_ = false;
  std::uint64_t tests_ = 0;
};

}  // namespace ldfi::minimise
