#include "common/minimise/speculation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::minimise {

Speculation::Speculation(Elements all, std::uint64_t most)
    : common_(all), path_(std::move(all)), most_(most) {
  go_on();
}

std::optional<Elements> Speculation::walk(std::size_t unlikely) const {
  DeltaDebugging path = path_;
  std::size_t guessed = 0;
  while (!path.done() && tests_ + guessed < most_) {
    Elements some = path.test();
    const auto found = known_.find(some);
    if (found == known_.end() && !under_way_.contains(some)) return some;
    const bool likely = std::ranges::includes(some, common_);
    path.answer(found == known_.end() ? (guessed++ == unlikely) != likely : found->second);
  }
  return std::nullopt;
}

std::optional<Elements> Speculation::next() {
  if (finished() || nothing_new_) return std::nullopt;
  std::optional<Elements> out = walk(under_way_.size());  // every running test ends as expected
  for (std::size_t i = 0; i < under_way_.size() && !out; ++i) out = walk(i);
  if (out) under_way_.insert(*out);
  nothing_new_ = !out;
  return out;
}

void Speculation::answer(const Elements& some, bool fails) {
  LDFI_REQUIRE(under_way_.erase(some) == 1, "the answer is about a set that is being tried");
  known_.emplace(some, fails);
  if (fails) {
    Elements both;
    std::ranges::set_intersection(common_, some, std::back_inserter(both));
    common_ = std::move(both);
  }
  nothing_new_ = false;
  go_on();
}

/// Continues ddmin as far as the answers are known.
void Speculation::go_on() {
  while (!finished()) {
    const Elements some = path_.test();
    const auto found = known_.find(some);
    if (!counted_.contains(some)) {
      cut_short_ = tests_ == most_;
      if (cut_short_ || found == known_.end()) return;
      ++tests_;
      counted_.insert(some);
    }
    path_.answer(found->second);
  }
}

}  // namespace ldfi::minimise
