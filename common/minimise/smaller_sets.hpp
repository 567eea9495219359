// Whether any smaller set fails, whose tests others execute, several at once and in any order: all sets of one
// size before those of the next. Where an element can only be had after others, each test says which ones can be
// had next, and sets that cannot be had need no test. An answer counts only when all sets before it hold: so the
// result and the number of tests that count are the same for any number of workers.
//
//   SmallerSets sets(below, most);
//   while (!sets.finished()) { while (auto some = sets.next()) begin(*some); sets.answer(…); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "common/minimise/ddmin.hpp"

namespace ldfi::minimise {

class SmallerSets {
 public:
  /// Sets of fewer than `below` elements, at least one. A size of which not all sets can be tested with at most
  /// `most` tests in all is not begun.
  SmallerSets(std::size_t below, std::uint64_t most);

  /// A set to test that was not handed out yet; nothing: there is none before the next answer.
  std::optional<Elements> next();
  /// Of a set that next() gave, once. `more`: which elements can be had with it, none of which it has. Each set that
  /// fails must be one that can be had by adding elements one by one, or be larger than another one that fails.
  void answer(const Elements& some, bool fails, const Elements& more);

  [[nodiscard]] bool finished() const { return finished_; }
  /// The first of the smallest that fail; nothing: none was found.
  [[nodiscard]] const std::optional<Elements>& found() const { return found_; }
  /// No set with fewer elements fails.
  [[nodiscard]] std::size_t bound() const { return size_; }
  /// Tests that count, of those answered.
  [[nodiscard]] std::uint64_t tests() const { return tests_; }
  /// Those that do not, until now.
  [[nodiscard]] std::uint64_t wasted() const { return answered_ - tests_; }

 private:
  struct Answer {
    bool fails = false;
    Elements more;
  };
  void go_on();
  void begin_next_size();

  const std::size_t below_;
  const std::uint64_t most_;
  std::size_t size_ = 0;  ///< of the sets that are tested now
  std::vector<Elements> sets_{Elements()};
  std::size_t handed_out_ = 0;
  std::size_t counted_ = 0;           ///< of these: they hold
  std::size_t end_ = 1;               ///< the first that fails
  std::map<Elements, Answer> known_;  ///< of this size, and not counted
  std::set<Elements> larger_;         ///< what the counted ones lead to
  std::uint64_t tests_ = 0;
  std::uint64_t answered_ = 0;
  std::optional<Elements> found_;
  bool finished_ = false;
};

}  // namespace ldfi::minimise
