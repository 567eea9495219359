#include "common/minimise/smaller_sets.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi::minimise {

SmallerSets::SmallerSets(std::size_t below, std::uint64_t most) : below_(below), most_(most) {
  finished_ = below == 0 || most == 0;
}

std::optional<Elements> SmallerSets::next() {
  if (finished_ || handed_out_ >= end_) return std::nullopt;
  return sets_[handed_out_++];
}

void SmallerSets::answer(const Elements& some, bool fails, const Elements& more) {
  ++answered_;
  if (finished_) return;
  LDFI_REQUIRE(some.size() == size_, "the answer is about a set that was handed out");
  known_.insert_or_assign(some, Answer{fails, more});
  if (fails) {
    const auto at = std::ranges::lower_bound(sets_, some);
    end_ = std::min(end_, static_cast<std::size_t>(at - sets_.begin()));
  }
  go_on();
}

void SmallerSets::go_on() {
  while (counted_ < sets_.size()) {
    const auto known = known_.find(sets_[counted_]);
    if (known == known_.end()) return;
    ++tests_;
    if (known->second.fails) {
      found_ = known->first;
      finished_ = true;
      return;
    }
    for (const std::uint32_t one : known->second.more) {
      if (tests_ + larger_.size() > most_) break;  // too many tests, whatever the other answers are
      Elements next = known->first;
      next.insert(std::ranges::lower_bound(next, one), one);
      larger_.insert(std::move(next));
    }
    known_.erase(known);
    ++counted_;
  }
  begin_next_size();
}

void SmallerSets::begin_next_size() {
  ++size_;
  if (larger_.empty()) size_ = below_;  // no larger set can be built
  finished_ = size_ == below_ || tests_ + larger_.size() > most_;
  sets_.assign(larger_.begin(), larger_.end());
  larger_.clear();
  known_.clear();
  handed_out_ = counted_ = 0;
  end_ = sets_.size();
}

}  // namespace ldfi::minimise
