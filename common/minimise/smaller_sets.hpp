// Decides whether a smaller set of elements fails a test, too. The caller executes the tests,
// several at once and in any order. All sets of one size are tested before those of the next size.
// If an element requires other elements, each answer says which elements can be added next; sets
// that cannot be built this way need no test. An answer counts only once all sets before its own
// set are known not to fail. So the result and the number of tests that count do not depend on the
// number of workers.
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
  /// Tests sets of fewer than `below` elements, beginning with the empty set. Does not begin a size
  /// if its sets would need more than `most` tests in all.
  SmallerSets(std::size_t below, std::uint64_t most);

  /// Returns a set to test that was not returned before, or nullopt if another answer is needed
  /// first.
  std::optional<Elements> next();
  /// Takes the result of testing a set that next() returned. Must be called once for each set.
  /// `more` are the elements that can be added to the set. Each set that fails must be reachable by
  /// adding elements one by one, or contain a smaller set that fails.
  void answer(const Elements& some, bool fails, const Elements& more);

  [[nodiscard]] bool finished() const { return finished_; }
  /// Returns the first of the smallest sets that fail, or nullopt if none was found.
  [[nodiscard]] const std::optional<Elements>& found() const { return found_; }
  /// Returns a size below which no set fails.
  [[nodiscard]] std::size_t bound() const { return size_; }
  /// Returns the number of answered tests that the result uses. One worker would make the same
  /// tests.
  [[nodiscard]] std::uint64_t tests() const { return tests_; }
  /// Returns the number of answered tests that the result does not use so far.
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
  std::size_t size_ = 0;  ///< size of the sets that are tested now
  std::vector<Elements> sets_{Elements()};
  std::size_t handed_out_ = 0;
  /// Number of sets at the beginning of sets_ that are known not to fail.
  std::size_t counted_ = 0;
  /// Index of the first set that fails; the number of sets if none fails so far.
  std::size_t end_ = 1;
  /// Answers for sets of the current size that do not count yet.
  std::map<Elements, Answer> known_;
  std::set<Elements> larger_;  ///< sets of the next size that can be built from counted sets
  std::uint64_t tests_ = 0;
  std::uint64_t answered_ = 0;
  std::optional<Elements> found_;
  bool finished_ = false;
};

}  // namespace ldfi::minimise
