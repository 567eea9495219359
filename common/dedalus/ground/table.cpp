#include "common/dedalus/ground/table.hpp"

#include <algorithm>

namespace ldfi::ground {

void Table::clear() {
  rows_.clear();
  indexes_.clear();
}

Table::Index& Table::index(const Store& store, std::uint64_t mask) {
  auto it = std::find_if(indexes_.begin(), indexes_.end(),
                         [&](const Index& i) { return i.mask == mask; });
  if (it == indexes_.end()) {
    indexes_.emplace_back();
    indexes_.back().mask = mask;
    it = indexes_.end() - 1;
  }
  for (std::size_t r = it->next.size(); r < rows_.size(); ++r) {
    const auto tuple = store.tuple(rows_[r]);
    std::uint64_t h = 0;
    for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) {
      h = mix(h, tuple[static_cast<std::size_t>(__builtin_ctzll(rest))]);
    }
    const auto [slot, inserted] = it->first.try_emplace(h, static_cast<std::uint32_t>(r));
    it->next.push_back(inserted ? none : slot->second);
    slot.value() = static_cast<std::uint32_t>(r);
  }
  return *it;
}

}  // namespace ldfi::ground
